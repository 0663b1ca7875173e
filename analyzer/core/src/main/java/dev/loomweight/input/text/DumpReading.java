package dev.loomweight.input.text;

import dev.loomweight.input.text.ThreadDumpLine.FrameLine;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.ContainerOwners.OwnedContainer;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.Sample;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is read of a text with thread dumps: their threads one by one where that is asked for, and equal stacks together.
 * Frames and locks that are printed alike are one object.
 */
final class DumpReading {

    private static final int NATIVE = 0x100;

    private final DumpedThreads.Kind kind;
    private final @Nullable EqualStacks together;
    private final boolean singly;
    private final Map<String, Frame> frames = new HashMap<>();
    private final List<Sample> dumps = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private SingleThreads single;
    private @Nullable Instant time;
    private String runtime = "";
    private final Set<Long> processes = new LinkedHashSet<>();
    private final boolean wantsProcess;
    private final boolean wantsOwners;
    private final List<OwnedContainer> owned = new ArrayList<>();
    private int threads;

    /** @param wanted of {@link ThreadDump} and {@link DumpedThreads} those that are made */
    DumpReading(DumpedThreads.Kind kind, Interest wanted) {
        this.kind = kind;
        // Thread.print has hardly any virtual threads, and those without their kind.
        this.together = wanted.wants(ThreadDump.class) && kind != DumpedThreads.Kind.PRINT
                ? new EqualStacks(kind == DumpedThreads.Kind.JSON)
                : null;
        this.singly = wanted.wants(DumpedThreads.class);
        this.single = new SingleThreads();
        this.wantsProcess = wanted.wants(ProcessId.class);
        this.wantsOwners = wanted.wants(ContainerOwners.class);
    }

    /** Takes the process that the dump is of; what is no number is none. */
    void process(String text) {
        if (text.matches("\\d{1,18}")) {
            processes.add(Long.parseLong(text));
        }
    }

    /** Takes when the dump was made; what is no time is none. */
    void time(String text) {
        try {
            time(Instant.parse(text));
        } catch (DateTimeException e) {
            // Another text, or a damaged one.
        }
    }

    /** Takes when the dump was made. */
    void time(@Nullable Instant instant) {
        time = instant;
    }

    /** Takes the version of the JDK. */
    void runtime(String version) {
        runtime = version;
    }

    /** Adds a thread that has been read. */
    void add(OpenThread thread) {
        threads++;
        if (together != null) {
            together.add(thread);
        }
        if (singly) {
            single.add(thread);
        }
    }

    /** The place of the next thread of the dump that is open. */
    int place() {
        return single.size();
    }

    /** Names the container of all threads from a place on. */
    void contain(int from, String container) {
        single.contain(from, container);
    }

    /** Takes the thread that owns a container. */
    void own(String container, long owner) {
        if (wantsOwners) {
            owned.add(new OwnedContainer(container, owner));
        }
    }

    /** Takes the JVM's own list of deadlocks, which follows the threads of a dump. */
    void deadlocks(DeadlockText list) {
        if (list.isBegun() && !list.isComplete()) {
            note(TextRead.missing("the JVM's list of deadlocks is cut off"));
        }
        if (!list.isBegun() || !singly) {
            return;
        }
        single.own(list.circles())
                .forEach(name ->
                        note("several threads are called \"" + name + "\", and wait for one lock at one place: the"
                                + " JVM says that one of them is in a deadlock, and not which"));
    }

    /**
     * Says that the dump that is open has no end.
     *
     * @param place where it is cut off, as {@link LineCursor#place} has it
     */
    void noteCutOff(String place) {
        String after = threads == 0 ? "" : " after " + threads + (threads == 1 ? " thread" : " threads");
        note(TextRead.missing(
                "a thread dump is cut off" + after + (after.isEmpty() || place.isEmpty() ? place : "," + place)));
    }

    /** Says that the dump that is open has no beginning. */
    void noteBegun() {
        note(TextRead.missing("a thread dump has no first lines: it may be a part, and threads be missing"));
    }

    /** Ends a dump; what comes next belongs to another. */
    void endDump() {
        if (!single.isEmpty()) {
            dumps.add(single.finish(kind, time, runtime));
            single = new SingleThreads();
        }
        if (!owned.isEmpty()) {
            dumps.add(new ContainerOwners(owned));
            owned.clear();
        }
        threads = 0;
        time = null;
        runtime = "";
    }

    /** Adds what a user must know of the text, once. */
    void note(String note) {
        notes.add(note);
    }

    /** Everything that was read. */
    TextRead finish() {
        endDump();
        List<Sample> samples = new ArrayList<>();
        if (together != null && !together.isEmpty()) {
            samples.add(together.finish());
        }
        samples.addAll(dumps);
        // Of a text with dumps of several it says nothing.
        if (wantsProcess && processes.size() == 1) {
            samples.add(new ProcessId(processes.iterator().next()));
        }
        return new TextRead(samples, List.copyOf(notes));
    }

    /** The frame that a line shows, or null for any other line. */
    @Nullable
    Frame frame(String text) {
        Frame known = frames.get(text);
        FrameLine line = known == null ? FrameLine.of(text) : null;
        if (line == null) {
            return known;
        }
        Frame frame = new Frame(
                line.className(),
                line.method(),
                "",
                line(line.place()),
                -1,
                line.place().endsWith("Native Method") ? NATIVE : 0,
                "");
        // Other lines, of a log that the dump is mixed with, are not remembered.
        frames.put(text, frame);
        return frame;
    }

    private static int line(String place) {
        String digits = place.substring(place.lastIndexOf(':') + 1);
        return place.indexOf(':') >= 0 && digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : -1;
    }

    /** A lock as {@code Thread.dump_to_file} prints it, {@code java.lang.Object@27744d5f}, or null for anything else. */
    @Nullable
    Lock lock(String text) {
        int at = text.lastIndexOf('@');
        return at <= 0 || at == text.length() - 1 ? null : single.lock(text.substring(0, at), text.substring(at + 1));
    }

    /** A lock, by its class and what identifies it. */
    Lock lock(String className, String identity) {
        return single.lock(className, identity);
    }

    /** A number that is printed, or 0 for anything else. */
    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /**
     * The threads of a text with equal stacks together: a million threads that wait alike take no more memory than one.
     */
    private static final class EqualStacks {

        private static final int MAX_NAMES = 3;

        private final Map<Key, Sum> stacks = new LinkedHashMap<>();
        private final boolean isJson;

        private record Key(
                List<Frame> frames,
                boolean virtual,
                @Nullable String state,
                boolean onCarrier) {}

        private static final class Sum {
            private long count;
            private final List<String> names = new ArrayList<>();
        }

        /** @param isJson whether the dump is JSON, which before JDK 25 does not show what is virtual */
        EqualStacks(boolean isJson) {
            this.isJson = isJson;
        }

        boolean isEmpty() {
            return stacks.isEmpty();
        }

        void add(OpenThread thread) {
            // Of JSON of JDK 21, a thread without frames that is none of the JVM's own has not begun.
            boolean virtual = Boolean.TRUE.equals(thread.virtual)
                    || thread.runsVirtual()
                    || (isJson
                            && thread.state == null
                            && thread.virtual == null
                            && thread.frames.isEmpty()
                            && !JvmNames.isWithoutFrames(thread.name));
            Sum sum = stacks.computeIfAbsent(
                    new Key(List.copyOf(thread.frames), virtual, thread.state, thread.isMounted()), key -> new Sum());
            sum.count++;
            if (!thread.name.isEmpty() && sum.names.size() < MAX_NAMES && !sum.names.contains(thread.name)) {
                sum.names.add(thread.name);
            }
        }

        ThreadDump finish() {
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
            return new ThreadDump(all);
        }

        /**
         * Whether outer frames are missing. A dump does not say so, nor where it stops; but no stack is deeper than
         * that, and the outermost frame of a complete one is a method in which threads begin.
         */
        private ThreadDump.Extent extent(Key key, int deepest) {
            if (key.frames().isEmpty()
                    || key.frames().size() < deepest
                    || OpenThread.beginsThread(key.frames(), key.virtual())) {
                return ThreadDump.Extent.COMPLETE;
            }
            return isJson && !key.virtual() && key.state() == null
                    ? ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND
                    : ThreadDump.Extent.TRUNCATED;
        }
    }
}
