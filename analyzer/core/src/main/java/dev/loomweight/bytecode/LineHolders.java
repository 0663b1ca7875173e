package dev.loomweight.bytecode;

import dev.loomweight.bytecode.LineMonitors.LineMonitor;
import dev.loomweight.bytecode.LinePoints.Point;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The monitors of threads of a dump, by class files and lines: what dumps of JDK 21 do not have. {@link Holders} decides
 * the same of recordings, which have bytecode indexes, and asks here where these are not those of the class file. Every
 * distinct frame is decided once. Safe for threads.
 */
public final class LineHolders {

    private final Code code;
    private final LineObjects objects;
    private final Map<At, LineMonitors> known = new ConcurrentHashMap<>();

    /** A frame below another; the innermost is below none. */
    private record At(Frame frame, @Nullable Frame callee) {}

    /** Holders by the bytecode of that code. */
    public LineHolders(Code code) {
        this.code = code;
        this.objects = new LineObjects(code);
    }

    /**
     * The monitors of a thread.
     *
     * @param frames its frames, the innermost first, as a dump has them: without descriptors and bytecode indexes
     */
    public LineMonitors of(List<Frame> frames) {
        List<LineMonitor> held = new ArrayList<>();
        List<LineMonitor> entering = new ArrayList<>();
        List<LineMonitor> waiting = new ArrayList<>();
        List<Integer> undecided = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            LineMonitors ofFrame = of(frames, i);
            int depth = i;
            ofFrame.held().reversed().forEach(monitor -> held.add(monitor.at(depth)));
            ofFrame.entering().forEach(monitor -> entering.add(monitor.at(depth)));
            ofFrame.waiting().forEach(monitor -> waiting.add(monitor.at(depth)));
            if (!ofFrame.undecided().isEmpty()) {
                undecided.add(i);
            }
        }
        return new LineMonitors(waiting.isEmpty() ? held : released(held, waiting), entering, waiting, undecided);
    }

    /**
     * The monitors of one frame of a stack.
     *
     * @param i the frame, from 0, the innermost
     */
    LineMonitors of(List<Frame> frames, int i) {
        return known.computeIfAbsent(at(frames, i), this::decide);
    }

    /**
     * Whether the line of a frame has an instruction in a class file that can have called the frame above; of the
     * innermost frame, whether that line is there.
     *
     * @param i the frame, from 0, the innermost
     */
    boolean fits(List<Frame> frames, int i) {
        At at = at(frames, i);
        Frame callee = at.callee;
        return at.frame.line() > 0
                && LinePoints.of(code, at.frame, callee).stream()
                        .anyMatch(point -> callee == null || point.instruction().allows(callee));
    }

    /**
     * Whether a thread that called {@code Object.wait} or {@code Thread.join} waits with a time: dumps show neither
     * descriptors nor arguments.
     *
     * @param i the frame that called it
     */
    public ThreadWait.Limit limit(List<Frame> frames, int i) {
        Frame callee = frames.get(i - 1);
        List<ThreadWait.Limit> limits = LinePoints.of(code, frames.get(i), callee).stream()
                .map(point ->
                        point.instruction().calls(callee) ? point.instruction().limit() : ThreadWait.Limit.UNKNOWN)
                .distinct()
                .toList();
        return limits.size() == 1 ? limits.getFirst() : ThreadWait.Limit.UNKNOWN;
    }

    private static At at(List<Frame> frames, int i) {
        return new At(frames.get(i), i == 0 ? null : frames.get(i - 1));
    }

    /** Without what the thread waits on. Where no held monitor is known to be that, each may be. */
    private static List<LineMonitor> released(List<LineMonitor> held, List<LineMonitor> waiting) {
        List<LineMonitor> rest = new ArrayList<>();
        for (LineMonitor monitor : held) {
            if (waiting.stream().noneMatch(monitor::isOf)) {
                rest.add(monitor);
            }
        }
        boolean other = rest.size() < held.size();
        return other ? rest : rest.stream().map(LineMonitor::possible).toList();
    }

    private LineMonitors decide(At at) {
        if (!StackCode.hasFile(at.frame)) {
            return new LineMonitors(List.of(), List.of(), List.of(), at.frame.isHidden() ? List.of(0) : List.of());
        }
        List<Point> points = LinePoints.of(code, at.frame, at.callee);
        List<LineMonitor> entering = at.callee == null ? entering(at.frame, points) : List.of();
        boolean decided = points.stream().anyMatch(LineHolders::isDecided);
        return new LineMonitors(
                held(points, entering), entering, waiting(points, at.callee), decided ? List.of() : List.of(0));
    }

    private static boolean isDecided(Point point) {
        return point.method().blocks().before(point.offset()).uncertainty() == null;
    }

    private List<LineMonitor> held(List<Point> points, List<LineMonitor> entering) {
        Map<LineMonitor, Integer> counts = new LinkedHashMap<>();
        int reached = 0;
        for (Point point : points) {
            BlockMonitors.Point before = point.method().blocks().before(point.offset());
            boolean decided = before.uncertainty() == null;
            if (!decided && before.monitors().isEmpty() && !point.isSynchronized()) {
                continue;
            }
            reached++;
            if (point.isSynchronized()) {
                counts.merge(ofMethod(point), 1, Integer::sum);
            }
            for (int i = 0; i < before.monitors().size(); i++) {
                Value value = i < before.values().size() ? before.values().get(i) : Value.UNKNOWN;
                counts.merge(of(point, before.monitors().get(i), value), decided ? 1 : 0, Integer::sum);
            }
        }
        List<LineMonitor> held = new ArrayList<>();
        for (Map.Entry<LineMonitor, Integer> count : counts.entrySet()) {
            LineMonitor monitor = count.getKey();
            boolean always = count.getValue() == reached && entering.stream().noneMatch(monitor::isOf);
            held.add(always ? monitor : monitor.possible());
        }
        return held;
    }

    /** A method at its beginning, or a monitorenter on the line, or directly before it: there the interpreter waits. */
    private List<LineMonitor> entering(Frame frame, List<Point> points) {
        Map<String, LineMonitor> entering = new LinkedHashMap<>();
        for (Point point : points) {
            if (point.offset() == 0 && point.isSynchronized()) {
                LineMonitor monitor = ofMethod(point);
                entering.put(monitor.object(), monitor.possible());
            }
            boolean enters = point.instruction().kind() == Instruction.Kind.MONITOR_ENTER;
            Operand lock = enters
                    ? point.method().blocks().operandAt(point.offset())
                    : point.method().blocks().operandEnteredBefore(point.offset());
            if (lock != null) {
                Monitor monitor = new Monitor(Monitor.Kind.BLOCK, lock.text(), frame.line());
                LineMonitor of = of(point, monitor, lock.value());
                entering.put(of.object(), of.possible());
            }
        }
        return List.copyOf(entering.values());
    }

    private List<LineMonitor> waiting(List<Point> points, @Nullable Frame callee) {
        if (callee == null || !callee.className().equals("java.lang.Object")) {
            return List.of();
        }
        Map<String, LineMonitor> waiting = new LinkedHashMap<>();
        for (Point point : points) {
            Operand lock =
                    point.instruction().isWait() ? point.method().blocks().operandAt(point.offset()) : null;
            if (lock != null) {
                Monitor monitor = new Monitor(
                        Monitor.Kind.BLOCK, lock.text(), point.method().lines().at(point.offset()));
                LineMonitor of = of(point, monitor, lock.value());
                waiting.put(of.object(), of);
            } else if (point.instruction().isWait()) {
                // A method without blocks is not analyzed: what it waits on is what it is synchronized on, or a caller.
                LineMonitor of = objects.waitedOn(point);
                waiting.put(of.object(), of);
            }
        }
        boolean certain = waiting.size() == 1;
        return waiting.values().stream()
                .map(monitor -> certain ? monitor : monitor.possible())
                .toList();
    }

    private LineMonitor of(Point point, Monitor monitor, Value value) {
        LineObjects.Named named = objects.of(point, value, monitor.lock());
        return new LineMonitor(0, monitor, named.object(), named.one(), true);
    }

    private static LineMonitor ofMethod(Point point) {
        String className = point.file().name();
        String lock = point.isStatic() ? point.method().simpleClassName() + ".class" : "this";
        Monitor monitor =
                new Monitor(Monitor.Kind.METHOD, lock, point.method().lines().first());
        return point.isStatic()
                ? new LineMonitor(0, monitor, className + ".class", true, true)
                : new LineMonitor(0, monitor, "this of " + className, false, true);
    }

    /** Names objects so that what equal names mean can be compared between the frames and threads of a dump. */
    private static final class LineObjects {

        private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");

        private final TypeFacts types;

        LineObjects(Code code) {
            this.types = new TypeFacts(code);
        }

        /**
         * A name.
         *
         * @param object see {@link LineMonitor#object}
         * @param one whether it is the same object wherever it is named
         */
        record Named(String object, boolean one) {}

        /**
         * Names a value.
         *
         * @param text as the source writes it
         */
        Named of(Point point, Value value, String text) {
            Named named = of(point, value);
            return named == null ? new Named(text + " in " + scope(point), false) : named;
        }

        /** What the {@link Object#wait()} of a method waits on that has no block of its own. */
        LineMonitor waitedOn(Point point) {
            Operand receiver = receiver(point);
            String text = receiver == null ? "one of several objects" : receiver.text();
            Named named = of(point, receiver == null ? Value.UNKNOWN : receiver.value(), text);
            int line = point.method().lines().at(point.offset());
            return new LineMonitor(
                    0, new Monitor(Monitor.Kind.METHOD, text, line), named.object(), named.one(), receiver != null);
        }

        private static @Nullable Operand receiver(Point point) {
            try {
                String name = point.methodName();
                List<Operand> operands =
                        BlockMonitors.operands(point.file().parse(name, point.descriptor()), point.offset());
                int at = operands == null
                        ? -1
                        : operands.size() - 1 - point.instruction().arguments();
                return operands == null || at < 0 ? null : operands.get(at);
            } catch (ClassCode.BrokenClassException e) {
                return null;
            }
        }

        private @Nullable Named of(Point point, Value value) {
            return switch (value) {
                case Value.Constant constant ->
                    new Named(
                            constant.value() instanceof Type type
                                    ? type.getClassName() + ".class"
                                    : "the string " + SourceWords.constant(constant.value()),
                            true);
                case Value.Parameter parameter
                when parameter.local() == 0 && !point.isStatic() ->
                    new Named("this of " + point.file().name(), false);
                case Value.Read read -> field(point, read);
                default -> null;
            };
        }

        private @Nullable Named field(Point point, Value.Read read) {
            String owner = read.owner().replace('/', '.');
            boolean stable =
                    types.fields(read.owner()).stable().contains(new FieldFacts.Field(read.name(), read.descriptor()));
            Value base = read.base();
            if (base == null) {
                return new Named(owner + "." + read.name(), stable);
            }
            if (base instanceof Value.Parameter parameter && parameter.local() == 0 && !point.isStatic()) {
                return new Named("this." + read.name() + " of " + owner, false);
            }
            Named of = of(point, base);
            return of == null || !of.one ? null : new Named(of.object + "." + read.name(), stable);
        }

        // A lambda's parameters that it has captured are named like the local of the method that it is in.
        private static String scope(Point point) {
            Matcher lambda = LAMBDA.matcher(point.methodName());
            return point.file().name() + "." + (lambda.matches() ? lambda.group(1) : point.methodName());
        }
    }
}
