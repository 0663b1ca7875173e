package dev.loomweight.bytecode;

import dev.loomweight.bytecode.LinePoints.Point;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Names objects so that what equal names mean can be compared between the frames and threads of a dump. */
final class LineObjects {

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
