package dev.loomweight.sample;

import dev.loomweight.capture.CaptureState;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a capture has of its own: who was captured, how it went, and what the agent or the collector saw meanwhile. */
public sealed interface CaptureTexts extends Sample {

    /**
     * Whether it shows that a program of the lab was captured, started to weigh its threads or to judge a claim: it was to start
     * a number of threads, or is one of an experiment.
     */
    default boolean isOfLab() {
        return false;
    }

    /**
     * {@code capture.json}: what the collector knew of the target.
     *
     * @param target what ran, such as {@code sleepers}
     * @param jdk the target's JDK, as {@code java.vm.version} gives it
     * @param pid the target's process id
     * @param started when the capture began
     * @param command the target's command line, without its environment; of an application that is not Loomweight's own, no
     *     more than the options that set sizes with which its JVM begins
     * @param threads the threads that were to be started
     * @param status how the capture ended: {@code complete}, or why it is not
     * @param run its place in a series of runs, or null if it stands alone
     * @param end how the target ended
     * @param dumpBudget the share of the time for which thread dumps were allowed to stop the target; 0 where their number was
     *     not left to that
     */
    record CaptureInfo(
            String target,
            String jdk,
            long pid,
            Instant started,
            List<String> command,
            Threads threads,
            String status,
            @Nullable Run run,
            End end,
            double dumpBudget)
            implements CaptureTexts {

        /** A capture whose thread dumps, if any, had no budget. */
        public CaptureInfo(
                String target,
                String jdk,
                long pid,
                Instant started,
                List<String> command,
                Threads threads,
                String status,
                @Nullable Run run,
                End end) {
            this(target, jdk, pid, started, command, threads, status, run, end, 0);
        }

        public CaptureInfo {
            command = List.copyOf(command);
        }

        /** The kind of threads, {@code platform} or {@code virtual}; null where it is not fixed. */
        public @Nullable String kind() {
            return threads.kind;
        }

        /** Whether nothing lacks that it was to have. */
        public boolean isComplete() {
            return state() == CaptureState.COMPLETE;
        }

        /** Whether it goes on, or its collector was killed. */
        public boolean isRunning() {
            return state() == CaptureState.RUNNING;
        }

        /** Whether it ended before its time, which hides what came later and nothing of what it has. */
        public boolean wasStopped() {
            return state() == CaptureState.STOPPED;
        }

        /** Whether nothing but the end of the target ended it, or it goes on: then it has all that there was to capture. */
        public boolean goesToTheEndOfTheTarget() {
            return isRunning() || state() == CaptureState.TARGET_ENDED || end.killed();
        }

        /** Whether its target is known to have ended. */
        public boolean hasTargetEnded() {
            return state() == CaptureState.TARGET_ENDED || end.isSeen();
        }

        private CaptureState state() {
            return CaptureState.of(status);
        }

        /** How many threads were to be started; 0 where it is not fixed. */
        public long threadsAsked() {
            return threads.asked;
        }

        /** How many threads slept when the last snapshot was taken. */
        public long threadsRan() {
            return threads.ran;
        }

        /** Whether fewer threads slept than were to be started. */
        public boolean hasFewerThreads() {
            return threads.ran > 0 && threads.ran < threads.asked;
        }

        @Override
        public boolean isOfLab() {
            return threads.asked > 0;
        }

        /** How many frames each thread has below its sleep. */
        public int depth() {
            return threads.depth;
        }

        /** The stack size of a platform thread, in bytes; 0 where it is not known. */
        public long stackSizeBytes() {
            return threads.stackSizeBytes;
        }

        /**
         * The threads that a target was to start.
         *
         * @param kind {@code platform} or {@code virtual}, or null where that is not fixed
         * @param asked how many were to be started, or 0 where that is not fixed
         * @param ran how many of them slept when the last snapshot was taken
         * @param depth how many frames each has below its sleep
         * @param stackSizeBytes the stack size of a platform thread, in bytes, or 0 where it is not known
         */
        public record Threads(@Nullable String kind, long asked, long ran, int depth, long stackSizeBytes) {

            /** Nothing is fixed. */
            public static final Threads NONE = new Threads(null, 0, 0, 0, 0);
        }

        /**
         * One run of a series.
         *
         * @param number its place in the order of the runs, from 1
         * @param of how many were planned
         * @param repeat which repetition of the same settings it is, from 1
         */
        public record Run(int number, int of, int repeat) {}

        /**
         * How the target ended, as far as its collector, or its successor, saw it.
         *
         * @param time when the capture ended, or null if that is not known
         * @param exited when the target was seen to have ended, or null
         * @param exitStatus the target's, or null if that is not known
         * @param killed whether it ended without ending by itself
         * @param count what the kernel counted of its control group
         * @param threads what refuses it threads
         * @param log what the log of its JVM has, or null if there is none
         * @param printed the errors that it printed, where its output went to a file
         */
        public record End(
                @Nullable Instant time,
                @Nullable Instant exited,
                @Nullable Integer exitStatus,
                boolean killed,
                KillCount count,
                ThreadLimit threads,
                @Nullable JvmLog log,
                List<OutOfMemory> printed) {

            /** Nothing is known. */
            public static final End UNKNOWN =
                    new End(null, null, null, false, KillCount.NONE, ThreadLimit.NONE, null, List.of());

            public End {
                printed = List.copyOf(printed);
            }

            /** 128 + SIGKILL. */
            public static final int STATUS_OF_KILL = 137;

            /** Whether it is known that there was one. */
            public boolean isSeen() {
                return exitStatus != null || exited != null || killed;
            }

            /** Whether it was killed, by whomever. */
            public boolean wasKilled() {
                return exitStatus == null ? killed : exitStatus == STATUS_OF_KILL;
            }

            /** Whether the kernel killed it for lack of memory. */
            public boolean wasKilledForMemory() {
                return wasKilled() && count.kills() > 0;
            }

            /** Whether it was killed, and it is known that the kernel did not do it for lack of memory. */
            public boolean wasKilledByAnother() {
                return wasKilled() && count.kills() == 0 && count.group() == KillCount.Group.SAME;
            }
        }
    }

    /**
     * What the options of a JVM say of the number of its carriers. The JVM takes as many as it may use processors, unless a
     * property says otherwise ({@code java.lang.VirtualThread.createDefaultScheduler}).
     *
     * @param parallelism by {@code -Djdk.virtualThreadScheduler.parallelism}; 0 where it is not said, {@link #UNKNOWN} where
     *     its value was left out
     * @param processors by {@code -XX:ActiveProcessorCount}; 0 where it is not said, {@link #UNKNOWN} where its value was left
     *     out
     * @param maxPoolSize by {@code -Djdk.virtualThreadScheduler.maxPoolSize}; 0 where it is not said, so that the JVM's default
     *     is in force, and {@link #UNKNOWN} where the options do not show it
     */
    record CarrierOptions(long parallelism, long processors, long maxPoolSize) {

        /** The options are not known, or one is there and its value was left out of the recording (JEP 536). */
        public static final long UNKNOWN = -1;

        /** What stands for a value that was left out. */
        private static final String REDACTED = "[REDACTED]";

        private static final String VALUE = "([1-9]\\d{0,5}|" + Pattern.quote(REDACTED) + ")";
        private static final Pattern PARALLELISM =
                Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism=" + VALUE);
        private static final Pattern PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount=" + VALUE);
        private static final String MAX_POOL_SIZE = "-Djdk.virtualThreadScheduler.maxPoolSize=";
        private static final Pattern MAXIMUM = Pattern.compile(Pattern.quote(MAX_POOL_SIZE) + VALUE + "(?!\\S)");

        /** Reads options, of which the last of a kind is in force; all options of the JVM, or null where they are not known. */
        public static CarrierOptions of(@Nullable CharSequence options) {
            if (options == null) {
                return new CarrierOptions(0, 0, UNKNOWN);
            }
            long maximum = last(MAXIMUM.matcher(options));
            // What is said without a number is not the default.
            boolean hidden = maximum == 0 && options.toString().contains(MAX_POOL_SIZE);
            return new CarrierOptions(
                    last(PARALLELISM.matcher(options)), last(PROCESSORS.matcher(options)), hidden ? UNKNOWN : maximum);
        }

        private static long last(Matcher options) {
            long last = 0;
            while (options.find()) {
                last = options.group(1).equals(REDACTED) ? UNKNOWN : Long.parseLong(options.group(1));
            }
            return last;
        }
    }

    /**
     * Where the classes of a target are, as its {@code capture.json} or the operating system says. Nothing of it is checked:
     * a capture can come from anyone.
     *
     * @param named what names them, for messages: a {@code capture.json}, or {@code process 4711}
     * @param classPath the entries of its class path and module path, absolute; empty where they are not known
     * @param javaHome the home of its JDK, or null where that is not known
     * @param mainClass the main class in Java's notation, or null where a jar was started, or that is not known
     * @param mainJar the jar that was started with {@code -jar}, absolute, or null
     * @param started when it was captured, or null where that is now; what is newer on the disk is another build
     * @param jdk the version of its JDK, such as 21.0.8+9-LTS; empty where that is not known
     */
    record TargetClasses(
            String named,
            List<String> classPath,
            @Nullable String javaHome,
            @Nullable String mainClass,
            @Nullable String mainJar,
            @Nullable Instant started,
            String jdk) {

        public TargetClasses {
            classPath = List.copyOf(classPath);
        }

        /** Whether nothing is known. */
        public boolean isEmpty() {
            return classPath.isEmpty() && javaHome == null && mainClass == null && mainJar == null;
        }
    }

    /**
     * What the log that a JVM wrote for its capture has of failed allocations.
     *
     * @param errors allocations that failed, in their order; of equal ones in sequence the last
     * @param heapMaxBytes the maximum size of the heap, in bytes, or -1
     * @param systemGc when {@code System.gc()} last collected the heap, which is also what reserving direct memory does when it
     *     is used up; null if it never did
     */
    record JvmLog(
            List<OutOfMemory> errors,
            long heapMaxBytes,
            @Nullable Instant systemGc) {

        public JvmLog {
            errors = List.copyOf(errors);
        }
    }

    /**
     * One {@code java.lang.OutOfMemoryError}, or what led to it.
     *
     * @param kind of what there was too little
     * @param time when, or null if that is not known
     * @param boundBytes the bound that was reached, in bytes, or -1 if it is not known
     * @param usedBytes how much of it was in use, in bytes, or -1
     * @param thread the thread that it ended, or that could not be started; empty if that is not known
     * @param source where it is from
     */
    record OutOfMemory(
            Kind kind, @Nullable Instant time, long boundBytes, long usedBytes, String thread, Source source) {

        /** Of what there was too little, in the JVM's words. */
        public enum Kind {
            HEAP("Java heap space"),
            GC_OVERHEAD("GC overhead limit exceeded"),
            ARRAY("Requested array size exceeds VM limit"),
            METASPACE("Metaspace"),
            CLASS_SPACE("Compressed class space"),
            DIRECT("direct buffer memory"),
            THREAD("unable to create native thread"),
            /** Of which nothing but the error is known. */
            OTHER("");

            private final String words;

            Kind(String words) {
                this.words = words;
            }

            /** The JVM's message, or the part of it that does not vary; empty for {@link #OTHER}. */
            public String words() {
                return words;
            }

            /** The kind that an error's message names. */
            public static Kind of(String message) {
                for (Kind kind : values()) {
                    if (kind != OTHER
                            && message.toLowerCase(java.util.Locale.ROOT)
                                    .contains(kind.words.toLowerCase(java.util.Locale.ROOT))) {
                        return kind;
                    }
                }
                return OTHER;
            }
        }

        /** Where it is from, and so how certain it is. */
        public enum Source {
            /** The JVM's log names the allocation that failed. */
            LOG,
            /** The heap's last collections freed next to nothing, one directly after the other. */
            COLLECTIONS,
            /** The target printed that the error went through its thread or ended the JVM. */
            PRINTED_END,
            /** The target printed the error. */
            PRINTED
        }

        /** Whether the error itself was seen, and not only what leads to it. */
        public boolean isSeen() {
            return source != Source.COLLECTIONS;
        }
    }

    /**
     * What {@code capture.json} says about one run of a part of an experiment: what was run, where, and what it measured
     * itself.
     *
     * @param experiment its name, such as {@code pools}
     * @param part which of its programs
     * @param size how large it was run: {@code short}, {@code normal} or {@code full}, which is the published size
     * @param repeat which repetition of the same, from 1
     * @param of how many repetitions were planned
     * @param jdk the target's JDK, as {@code java.vm.version} names it
     * @param machine the machine in a few words; may be empty
     * @param status how it ended: {@code complete}, or why it is not
     * @param figures what it measured, in the order in which it said so
     */
    record ExperimentRun(
            String experiment,
            String part,
            String size,
            int repeat,
            int of,
            String jdk,
            String machine,
            String status,
            List<Measured> figures)
            implements CaptureTexts {

        public ExperimentRun {
            figures = List.copyOf(figures);
        }

        @Override
        public boolean isOfLab() {
            return true;
        }

        /** Whether it ran to its end, with all its threads. */
        public boolean isComplete() {
            return CaptureState.of(status) == CaptureState.COMPLETE;
        }

        /** What a figure is counted in. */
        public enum Unit {
            /** Nanoseconds. */
            NANOS,
            /** Bytes. */
            BYTES,
            /** A number of things. */
            COUNT,
            /** No number: words. */
            WORDS,
            /** Not measured: the words say why. */
            ABSENT
        }

        /**
         * One figure.
         *
         * @param key what was measured: lower camel case, unique within the experiment
         * @param unit in what
         * @param number the value, or 0 where the unit is no number's
         * @param words the value as it was said
         */
        public record Measured(String key, Unit unit, long number, String words) {}
    }

    /**
     * Where the time of the carriers of one process went in an interval: a stretch of {@code carriers.txt} of a capture.
     *
     * @param from when it began
     * @param to when it ended
     * @param carriers those that existed in it, also those that began or ended meanwhile; a worker of a pool that turned out to
     *     be the scheduler's is among them
     * @param pool what the scheduler says of itself at the end of it
     * @param throttledNanos for how long the control group was throttled in it, summed over its processors as
     *     {@code cpu.stat} has it, in nanoseconds; {@link CarrierInterval#UNKNOWN} where that cannot be read
     * @param stoppedNanos for how long the JVM stopped all its threads in it, for garbage collections and at other
     *     safepoints, by its own counter, in nanoseconds; {@link CarrierInterval#UNKNOWN} where that cannot be read
     * @param costNanos how much processor time the collection took in the process that was observed, in nanoseconds;
     *     {@link CarrierInterval#UNKNOWN} where it was not measured
     */
    record CarrierTimes(
            Instant from,
            Instant to,
            List<Row> carriers,
            CarrierInterval.Pool pool,
            long throttledNanos,
            long stoppedNanos,
            long costNanos)
            implements CaptureTexts {

        public CarrierTimes {
            carriers = List.copyOf(carriers);
        }
    }
}
