package dev.loomweight.input.text;

import dev.loomweight.input.text.ThreadDumpLine.FrameLine;
import dev.loomweight.input.text.ThreadDumpLine.Header;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.ThreadDump;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code Thread.dump_to_file} of JDK 21 and later, as text or as JSON in the lines in which the JDK writes it
 * ({@code jdk.internal.vm.ThreadDumper}). Equal stacks are kept once, so a million threads that wait alike take no more
 * memory than one.
 */
final class ThreadDumpText {

    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": \"?(.*?)\"?,?");
    private static final int MOST_NAMES = 3;
    private static final int NATIVE = 0x100;

    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /** What a virtual thread runs itself while it waits; no other thread does. */
    private static final Set<String> ON_VIRTUAL_THREADS =
            Set.of("park", "parkNanos", "parkOnCarrierThread", "sleepNanos", "tryYield", "yieldContinuation");

    /** At most so many of the JDK's frames are above these. */
    private static final int TOP = 4;

    private final Map<Key, Sum> stacks = new LinkedHashMap<>();
    private List<Frame> frames = new ArrayList<>();
    private String name = "";
    private boolean virtual;
    private boolean onCarrier;
    private @Nullable String state;
    private boolean open;
    private boolean inStack;
    private boolean isJson;

    private record Key(
            List<Frame> frames, boolean virtual, @Nullable String state, boolean onCarrier) {}

    private static final class Sum {
        private long count;
        private final List<String> names = new ArrayList<>();
    }

    private ThreadDumpText() {}

    /** Whether a line, stripped, is of such a dump: the head of the JSON, or of a thread. */
    static boolean isSign(String text) {
        return text.equals("\"threadDump\": {") || Header.of(text) != null;
    }

    /** All threads of the text as one dump. */
    static TextRead read(LineCursor lines) {
        ThreadDumpText dump = new ThreadDumpText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            dump.isJson |= text.equals("\"threadDump\": {");
            if (dump.isJson) {
                dump.json(text);
            } else {
                dump.text(text);
            }
        }
        dump.close();
        return dump.stacks.isEmpty()
                ? new TextRead(List.of(), List.of())
                : TextRead.of(new ThreadDump(dump.all()), List.of());
    }

    private void text(String text) {
        Header header = Header.of(text);
        if (header != null) {
            close();
            open = true;
            name = header.name();
            virtual = header.virtual();
            state = header.state();
        } else if (open && !text.startsWith("-")) {
            frame(text);
        }
    }

    private void json(String text) {
        if (inStack) {
            if (text.startsWith("]")) {
                inStack = false;
            } else {
                frame(text.replaceAll("^\"|\",?$", "").replace("\\/", "/"));
            }
            return;
        }
        Matcher field = FIELD.matcher(text);
        if (!field.matches()) {
            return;
        }
        switch (field.group(1)) {
            case "tid" -> {
                close();
                open = true;
            }
            case "name" -> name = field.group(2).replace("\\\"", "\"").replace("\\\\", "\\");
            case "virtual" -> virtual = field.group(2).equals("true");
            case "state" -> state = field.group(2);
            case "carrier" -> onCarrier = true;
            case "stack" -> inStack = !text.endsWith("]") && !text.endsWith("],");
            default -> {}
        }
    }

    private void frame(String text) {
        FrameLine frame = FrameLine.of(text);
        if (frame != null) {
            String place = frame.place();
            frames.add(new Frame(
                    frame.className(),
                    frame.method(),
                    "",
                    line(place),
                    -1,
                    place.equals("Native Method") ? NATIVE : 0,
                    ""));
        }
    }

    private static int line(String place) {
        String digits = place.substring(place.lastIndexOf(':') + 1);
        return place.indexOf(':') >= 0 && digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : -1;
    }

    private void close() {
        if (open) {
            Sum sum = stacks.computeIfAbsent(
                    new Key(List.copyOf(frames), virtual || runsVirtual(), state, onCarrier), key -> new Sum());
            sum.count++;
            if (!name.isEmpty() && sum.names.size() < MOST_NAMES && !sum.names.contains(name)) {
                sum.names.add(name);
            }
        }
        frames = new ArrayList<>();
        name = "";
        virtual = false;
        onCarrier = false;
        state = null;
        open = false;
    }

    /** Before JDK 25, JSON does not say which threads are virtual: the outermost frame does, and what only they run. */
    private boolean runsVirtual() {
        return !frames.isEmpty()
                && (isFirstOfVirtual(frames.getLast())
                        || frames.stream()
                                .limit(TOP)
                                .anyMatch(frame -> frame.className().equals(VIRTUAL_THREAD)
                                        && ON_VIRTUAL_THREADS.contains(frame.methodName())));
    }

    private static boolean isFirstOfVirtual(Frame frame) {
        return frame.className().equals(VIRTUAL_THREAD) && frame.methodName().equals("run");
    }

    private List<ThreadDump.Stack> all() {
        List<ThreadDump.Stack> all = new ArrayList<>();
        int deepest = stacks.keySet().stream()
                .mapToInt(key -> key.frames().size())
                .max()
                .orElse(0);
        stacks.forEach((key, sum) -> all.add(new ThreadDump.Stack(
                key.frames(),
                key.virtual(),
                key.state(),
                key.onCarrier(),
                sum.count,
                sum.names,
                extent(key, deepest))));
        return all;
    }

    /**
     * Whether outer frames are missing. A dump does not say so, nor where it stops; but no stack is deeper than that, and
     * the outermost frame of a complete one is a method in which threads begin.
     */
    private ThreadDump.Extent extent(Key key, int deepest) {
        if (key.frames().isEmpty() || key.frames().size() < deepest || beginsThread(key)) {
            return ThreadDump.Extent.COMPLETE;
        }
        return isJson && !key.virtual() && key.state() == null
                ? ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND
                : ThreadDump.Extent.TRUNCATED;
    }

    private static boolean beginsThread(Key key) {
        Frame outermost = key.frames().getLast();
        if (key.virtual()) {
            return isFirstOfVirtual(outermost);
        }
        // The JVM itself calls the last of these, to make the dump.
        return outermost.methodName().equals("run")
                || outermost.methodName().equals("main")
                || outermost.className().equals("jdk.internal.vm.ThreadDumper");
    }
}
