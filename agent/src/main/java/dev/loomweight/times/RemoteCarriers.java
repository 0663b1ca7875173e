package dev.loomweight.times;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.Safepoints;
import dev.loomweight.capture.Safepoints.Stops;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierPrint.Worker;
import dev.loomweight.times.CarrierSums.Look;
import dev.loomweight.times.KernelThreads.Times;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * The carriers of another JVM: what they have mounted by {@code Thread.print}, which stops the JVM for a moment, and what
 * they have used by the kernel.
 *
 * <p>A thread is a carrier if it was seen with a virtual thread mounted, or is a worker of the pool of one that was. An
 * application's own pool never is, whatever its number: its workers carry nothing. Until a worker was seen with a virtual
 * thread, those of all pools without a name are written as what may be carriers; which of them are, is said by what is
 * seen later, or at the end by the recording ({@link #nameByRecording}).
 */
public final class RemoteCarriers implements CarrierEye {

    /** The shortest mean time between two looks: a look is a question to the JVM. */
    private static final Duration SHORTEST = Duration.ofMillis(100);

    /** The same where a screen shows only whether they stand still. */
    private static final Duration FOR_A_SCREEN = Duration.ofMillis(400);

    /** Larger recordings are not read a second time; in so long a time a carrier was seen. */
    private static final long MAX_RECORDING_BYTES = 128L << 20;

    private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long ANYWAY_NANOS = Duration.ofSeconds(30).toNanos();

    private static final long UNKNOWN = CarrierInterval.UNKNOWN;
    private static final Pattern POOL = Pattern.compile(
            "ForkJoinPool@\\w+\\[\\w+, parallelism = (\\d+), size = (\\d+), .*?tasks = (\\d+), submissions = (\\d+)");

    /** What a thread takes {@code Thread.print}, measured with stacks of a few frames. */
    private static final long NANOS_A_THREAD = 40_000;

    /** Of the time from one reading of the kernel's figures to the next: a carrier that ran for more of it ran. */
    private static final int PARTS_THAT_IS_RUNNING = 10;

    private static final String STOPPING = "VM Thread";
    private static final Set<String> ANSWERING = Set.of(STOPPING, "Attach Listener");

    private final DiagnosticCommands jvm;
    private final KernelThreads kernel;
    private final boolean contained;
    private final Map<Long, Worker> carriers = new LinkedHashMap<>();
    private final Set<String> pools = new HashSet<>();
    private final Map<String, Long> answering = new HashMap<>();
    private Map<Long, Long> outer;
    private boolean mayHave;
    private long searched = System.nanoTime() - SEARCH_NANOS;
    private long lookedAnyway = System.nanoTime() - ANYWAY_NANOS;
    private boolean asksForPool;
    private long mounted = UNKNOWN;
    private long cost;
    private long disturbance;
    private long fewestStops = Long.MAX_VALUE;

    private RemoteCarriers(DiagnosticCommands jvm) {
        this.jvm = jvm;
        this.kernel = new KernelThreads(jvm.pid());
        this.outer = kernel.byInnerNumber();
        this.contained = !outer.isEmpty() && !outer.containsKey(jvm.pid());
    }

    /**
     * Starts to write them into a capture.
     *
     * @param opening makes a connection of its own to the JVM, on another thread; closed at the end
     * @param capture where the file goes
     * @param pid the JVM's process
     * @param closely whether a user waits for the answer: looks then take up to 5 % of the time, and not 0.5 %
     * @param problem gets one line, starting in lower case, if it must end early
     */
    public static CarrierCollector follow(
            Supplier<? extends DiagnosticCommands> opening,
            CaptureFolder capture,
            long pid,
            boolean closely,
            Consumer<String> problem) {
        return CarrierCollector.start(
                () -> new RemoteCarriers(opening.get()),
                capture,
                pid,
                SHORTEST,
                closely ? CarrierCollector.PARTS_ON_REQUEST : CarrierCollector.PARTS_OF_TIME,
                problem);
    }

    /**
     * Starts to follow them for a screen: some looks a second at most, for up to 0.5 % of the time.
     *
     * @param opening makes a connection of its own to the JVM, on another thread; closed at the end
     * @param pid the JVM's process
     * @param texts gets each interval as {@code carriers.txt} has it, below the title of that; on another thread
     * @param problem gets one line, starting in lower case, if it must end early
     */
    public static CarrierCollector watch(
            Supplier<? extends DiagnosticCommands> opening,
            long pid,
            Consumer<String> texts,
            Consumer<String> problem) {
        return CarrierCollector.start(
                () -> new RemoteCarriers(opening.get()),
                interval -> texts.accept(CarrierText.TITLE + "\n" + CarrierText.write(interval)),
                pid,
                FOR_A_SCREEN,
                CarrierCollector.PARTS_OF_TIME,
                problem);
    }

    /**
     * Says at the end of a capture which pool was the scheduler's, where none of its workers was ever seen with a virtual
     * thread: JFR has the carriers in a thread group of their own.
     *
     * @param capture with its recording, if that is complete
     */
    public static void nameByRecording(CaptureFolder capture) {
        Path file = capture.resolve(CaptureFolder.CARRIERS);
        Path recording = capture.resolve(CaptureFolder.RECORDING);
        try {
            if (!Files.exists(file) || !Files.exists(recording) || Files.size(recording) > MAX_RECORDING_BYTES) {
                return;
            }
            CarrierText known = new CarrierText();
            Set<String> open = new HashSet<>();
            for (String line : Files.readAllLines(file)) {
                CarrierInterval read = known.line(line);
                if (read != null) {
                    read.carriers().forEach(row -> open.add(row.pool()));
                }
            }
            if (!known.pools().isEmpty() || open.isEmpty()) {
                return;
            }
            try (RecordingFile events = new RecordingFile(recording)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    String name = carrier(event.hasField("thread") ? event.getThread("thread") : event.getThread());
                    String pool = name == null ? "" : CarrierNames.workersOf(name);
                    if (open.contains(pool)) {
                        Files.writeString(file, CarrierText.pool(pool), StandardOpenOption.APPEND);
                        return;
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            // The recording is damaged: the rows stay what they are.
        }
    }

    private static @Nullable String carrier(@Nullable RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        RecordedThreadGroup group = thread.getThreadGroup();
        return group != null && CarrierNames.isGroup(group.getName()) ? thread.getOSName() : null;
    }

    @Override
    public boolean hasCarriers() {
        String commands = jvm.run("help");
        asksForPool = commands.contains("Thread.vthread_scheduler");
        return commands.contains("Thread.dump_to_file");
    }

    @Override
    public long expectedNanos() {
        return outer.size() * NANOS_A_THREAD;
    }

    @Override
    public long look(CarrierSums sums) {
        if (pools.isEmpty() && kernel.isReadable() && !mayHaveCarriers()) {
            return 0;
        }
        Stops stops = Safepoints.of(jvm.pid());
        measure(sums);
        Map<Long, Times> before = new HashMap<>();
        Map<Long, Character> states = new HashMap<>();
        for (Long key : carriers.keySet()) {
            Times last = sums.last(key);
            if (last != null) {
                before.put(key, last);
                states.put(key, kernel.state(key));
            }
        }
        long began = System.nanoTime();
        List<Worker> seen = CarrierPrint.read(ask("Thread.print"));
        boolean answered = !isOfPause(stops, Safepoints.of(jvm.pid()));
        findCarriers(seen);
        measure(sums);
        mounted = !isKnown()
                ? UNKNOWN
                : carriers.values().stream().filter(Worker::carries).count();
        carriers.forEach((key, worker) -> {
            if (!kernel.isReadable()) {
                sums.times(key, worker.name(), worker.tid(), new Times(began, worker.cpuNanos(), UNKNOWN), isKnown());
            }
            if (!answered) {
                sums.look(key, Look.UNDECIDED);
            } else if (kernel.isReadable()) {
                sums.look(
                        key,
                        decide(worker, states.getOrDefault(key, KernelThreads.GONE), before.get(key), sums.last(key)),
                        worker.thread());
            } else {
                sums.look(key, worker.waits() && !worker.carries() ? Look.IDLE : Look.UNDECIDED);
            }
        });
        return disturbance;
    }

    /**
     * Whether the JVM stopped for more than the answer, so that the look says nothing of what carriers did: they stood
     * because of that, and what it answered is of the moment after it. How often the answer itself stops it is the
     * least that was seen.
     */
    private boolean isOfPause(Stops before, Stops after) {
        if (before.count() < 0 || after.count() < 0) {
            return false;
        }
        long stops = after.count() - before.count();
        fewestStops = Math.min(fewestStops, stops);
        return stops > fewestStops;
    }

    /** Asks the JVM, and counts what that takes it. */
    private String ask(String question) {
        findAnswering();
        Busy before = busy();
        long began = System.nanoTime();
        try {
            return jvm.run(question);
        } finally {
            findAnswering();
            Busy after = busy();
            disturbance = System.nanoTime() - began;
            if (before.cost != UNKNOWN && after.cost != UNKNOWN) {
                cost += after.cost - before.cost;
                disturbance = Math.min(disturbance, after.disturbance - before.disturbance);
            }
        }
    }

    /**
     * What a carrier did at the look. Whether it had a virtual thread is of the moment at which the JVM stood; whether it
     * ran is of the moments around it.
     *
     * @param state the letter of its state before the look
     */
    static Look decide(Worker worker, char state, @Nullable Times before, @Nullable Times after) {
        if (state == 'R') {
            return Look.RUNNING;
        }
        if (!worker.carries()) {
            return worker.waits() ? Look.IDLE : Look.UNDECIDED;
        }
        if (before == null || after == null || before.runNanos() < 0) {
            return Look.UNDECIDED;
        }
        long busy = after.runNanos() - before.runNanos() + Math.max(0, after.waitNanos() - before.waitNanos());
        return busy * PARTS_THAT_IS_RUNNING > after.atNanos() - before.atNanos() ? Look.RUNNING : Look.MOUNTED;
    }

    /**
     * Whether to look while no carrier was seen yet: where a worker of a pool has begun, and now and then, since the
     * threads of an application's own scheduler can have any names.
     */
    private boolean mayHaveCarriers() {
        long now = System.nanoTime();
        if (now - searched >= SEARCH_NANOS) {
            searched = now;
            mayHave |= kernel.hasNew(CarrierNames::mayBeWorkerInKernel);
            if (now - lookedAnyway >= ANYWAY_NANOS) {
                lookedAnyway = now;
                return true;
            }
        }
        return mayHave;
    }

    /** Whether the scheduler's pool is known, so that no other is followed. */
    private boolean isKnown() {
        return !pools.isEmpty();
    }

    private void findCarriers(List<Worker> seen) {
        seen.stream().filter(Worker::carries).map(Worker::pool).forEach(pools::add);
        if (contained && seen.stream().anyMatch(worker -> !outer.containsKey(worker.tid()))) {
            outer = kernel.byInnerNumber();
        }
        carriers.clear();
        for (Worker worker : seen) {
            Long key = contained ? outer.get(worker.tid()) : Long.valueOf(worker.tid());
            if (key != null && (pools.isEmpty() ? worker.mayBeOfTheScheduler() : pools.contains(worker.pool()))) {
                carriers.put(key, worker);
            }
        }
    }

    @Override
    public void measure(CarrierSums sums) {
        carriers.forEach((key, worker) -> {
            Times times = kernel.times(key);
            if (times != null) {
                sums.times(key, worker.name(), worker.tid(), times, isKnown());
            }
        });
    }

    @Override
    public Set<Long> alive() {
        return Set.copyOf(carriers.keySet());
    }

    @Override
    public Pool pool() {
        long size = isKnown() ? carriers.size() : UNKNOWN;
        // The JVM answers for its own scheduler, which is another one where only others were seen.
        if (asksForPool && (pools.isEmpty() || pools.stream().anyMatch(CarrierNames::mayBeOfJdk))) {
            try {
                Matcher said = POOL.matcher(ask("Thread.vthread_scheduler"));
                if (said.find()) {
                    long queued = Long.parseLong(said.group(3)) + Long.parseLong(said.group(4));
                    return new Pool(Long.parseLong(said.group(1)), Long.parseLong(said.group(2)), mounted, queued);
                }
            } catch (Unanswered e) {
                return new Pool(UNKNOWN, size, mounted, UNKNOWN);
            } catch (DataException e) {
                // Refused.
            }
            // It is of another kind.
            asksForPool = false;
        }
        return new Pool(UNKNOWN, size, mounted, UNKNOWN);
    }

    @Override
    public long costNanos() {
        return kernel.isReadable() ? cost : UNKNOWN;
    }

    /**
     * What the threads have used that answer.
     *
     * @param cost their processor time, in nanoseconds, or {@link CarrierInterval#UNKNOWN}
     * @param disturbance for how long they ran, and the thread that stops the JVM waited to: at most as long the JVM stood
     *     still
     */
    private record Busy(long cost, long disturbance) {}

    private Busy busy() {
        long run = 0;
        long wait = 0;
        for (Map.Entry<String, Long> each : answering.entrySet()) {
            Times times = kernel.times(each.getValue());
            if (times == null || times.runNanos() < 0) {
                return new Busy(UNKNOWN, UNKNOWN);
            }
            run += times.runNanos();
            wait += each.getKey().equals(STOPPING) ? Math.max(0, times.waitNanos()) : 0;
        }
        return answering.isEmpty() ? new Busy(UNKNOWN, UNKNOWN) : new Busy(run, run + wait);
    }

    /** The listener for questions begins with the first one. */
    private void findAnswering() {
        if (answering.size() < ANSWERING.size()) {
            kernel.names().forEach((tid, name) -> {
                if (ANSWERING.contains(name)) {
                    answering.put(name, tid);
                }
            });
        }
    }

    @Override
    public void close() {
        kernel.close();
        if (jvm instanceof Closeable open) {
            try {
                open.close();
            } catch (IOException e) {
                // The JVM has ended, and the connection with it.
            }
        }
    }
}
