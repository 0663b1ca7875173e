package dev.loomweight.agent;

import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiskGuard;
import dev.loomweight.capture.DividedSnapshots;
import dev.loomweight.capture.OwnJvm;
import dev.loomweight.capture.PidsLimits;
import dev.loomweight.capture.own.OwnRecording;
import dev.loomweight.jvm.NmtStart;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * The agent in one JVM. It works on daemon threads of its own, so that the application need not wait for the flight
 * recorder, which takes a quarter of a second or more to start. Every problem is one line on standard error.
 */
public final class Agent {

    /** An argument that begins so asks for one file alone. */
    private static final String OWNERS = "owners=";

    private static final AtomicReference<@Nullable Agent> RUNNING = new AtomicReference<>();
    private static final Set<Part> PERIODIC =
            EnumSet.of(Part.NMT, Part.STATUS, Part.SCHEDULER, Part.HEAP_INFO, Part.CGROUP);
    /** What divides resident memory, of the first moment, the last ones, and as many between as {@link DividedSnapshots} lets. */
    private static final Set<Part> DIVIDING = EnumSet.of(Part.SMAPS, Part.SYSTEM_MAP, Part.NATIVE_HEAP);

    private static final Set<Part> DIVIDED = EnumSet.copyOf(PERIODIC);

    static {
        DIVIDED.addAll(DIVIDING);
    }

    // One dump of the threads is enough.
    private static final Set<Part> COMPLETE = Part.usualWithout(Part.THREADS_JSON);

    // All that do not pause the application.
    private static final Set<Part> ASKED_FOR = Part.usualWithout(Part.HISTOGRAM, Part.THREADS_JSON);
    private static final Duration DISK_CHECK = Duration.ofMillis(50);
    private static final Duration LIMIT_CHECK = Duration.ofMillis(100);
    /** The limit for the agent when the application ends, which must not wait for a disk that does not respond. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final AgentOptions options;
    private final Instrumentation instrumentation;
    private final boolean fromTheStart;
    private final AgentLog log = new AgentLog();
    private final AgentCapture capture;
    private final PinTotals pins;
    private final PinWarnings warnings;
    private final EventFigures events;
    private final JvmFigures jvm = new JvmFigures();
    private final DelayFigures delays;
    private final @Nullable SchedulerProbe probe;
    private final DividedSnapshots divided = new DividedSnapshots();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable OwnJvm own;
    private volatile @Nullable CaptureDriver limits;
    private volatile @Nullable LiveEvents live;
    private volatile @Nullable MetricsServer server;
    private boolean loadedAgainLogged;

    private Agent(
            AgentOptions options,
            Instrumentation instrumentation,
            boolean fromTheStart,
            @Nullable FoldLauncher foldCommand) {
        this.options = options;
        this.instrumentation = instrumentation;
        this.fromTheStart = fromTheStart;
        this.capture = new AgentCapture(options, instrumentation, log, foldCommand);
        this.pins = new PinTotals(options.served().sites(), JvmFigures.carriers());
        this.events = new EventFigures();
        this.warnings = new PinWarnings(
                options.logged().sites() ? log::say : line -> {},
                options.logged().longer().toNanos(),
                fromTheStart ? ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()) : 0,
                options.served().sites());
        Duration period = options.probing().every();
        this.delays = new DelayFigures(period == null ? 1 : period.toNanos());
        this.probe = Extra.of(
                "measured delay of the scheduler",
                () -> SchedulerProbe.of(
                        options,
                        instrumentation,
                        delays,
                        () -> capture.dumpForAlarm(own),
                        options.logged().sites() ? log::say : line -> {}));
    }

    /**
     * Starts the agent, once in a JVM; called by {@code AgentEntry} by its name.
     *
     * @param argument the text after the agent's jar
     * @param fromTheStart whether the application has not begun yet
     */
    public static void start(String argument, Instrumentation instrumentation, boolean fromTheStart) {
        if (argument.startsWith(OWNERS)) {
            writeOwners(argument.substring(OWNERS.length()), instrumentation);
            return;
        }
        Agent before = RUNNING.get();
        if (before != null) {
            before.loadedAgain();
            return;
        }
        try {
            String environment = System.getenv().getOrDefault(AgentOptions.VARIABLE, "");
            AgentOptions options = AgentOptions.parse(environment, argument);
            Agent agent = new Agent(
                    options,
                    instrumentation,
                    fromTheStart,
                    Extra.of("folds", () -> foldCommand(options.folds().command())));
            if (RUNNING.compareAndSet(null, agent)) {
                if (!fromTheStart) {
                    // The options may not have arrived: jcmd drops those that follow an equals sign.
                    warn("runs with " + AgentOptions.inForce(environment, argument));
                }
                agent.begin();
            }
        } catch (DataException e) {
            warn(e.getMessage() + "; the application runs without the agent");
        }
    }

    private static @Nullable FoldLauncher foldCommand(@Nullable String wanted) {
        if (wanted == null) {
            return null;
        }
        Path folder;
        try {
            CodeSource jar = Agent.class.getProtectionDomain().getCodeSource();
            folder = jar == null ? null : Path.of(jar.getLocation().toURI()).getParent();
        } catch (URISyntaxException | RuntimeException e) {
            folder = null;
        }
        return FoldLauncher.find(wanted, System.getenv().getOrDefault("PATH", ""), folder);
    }

    /** Alone in the argument: the owners of locks are written to that file, and nothing else is started or changed. */
    private static void writeOwners(String file, Instrumentation instrumentation) {
        try {
            LockOwners.write(instrumentation, Path.of(file));
        } catch (IOException | RuntimeException e) {
            warn("could not write the owners of locks to " + file + " (" + e + ")");
        }
    }

    private synchronized void loadedAgain() {
        if (!loadedAgainLogged) {
            loadedAgainLogged = true;
            log.say("the agent is already running; its options are unchanged");
        }
    }

    private void begin() {
        Thread.ofPlatform().daemon().name("loomweight-agent").start(this::run);
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("loomweight-end").unstarted(this::end));
    }

    private void run() {
        try {
            SchedulerProbe measuring = probe;
            Extra.start(
                    "numbers of virtual threads",
                    () -> jvm.count(VirtualThreadFigures.of(
                            new AllThreads(instrumentation), measuring == null ? () -> 0 : measuring::ownThreads)));
            boolean room = capture.begin();
            // First: all that JFR needs to start takes long on a busy machine.
            Extra.start("times of the carriers", capture::followCarriers);
            listen(room);
            Extra.start("folds", capture::foldRecording);
            if (measuring != null) {
                Extra.start("measured delay of the scheduler", measuring::start);
            }
            serve();
            // Before the application has come far: it may die in its first seconds.
            OwnJvm early = OwnJvm.early(instrumentation);
            if (early != null) {
                begin(early);
            }
            if (fromTheStart && ended.await(options.capture().interval().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            // Before the first line of the log: who reads it may ask the MBean.
            if (options.served().jmx()) {
                Extra.start("MBean", this::register);
            }
            log.open();
            OwnJvm opened = early == null ? OwnJvm.open() : early;
            jvm.open(opened);
            Extra.start("look for secrets in other recordings", capture::warnOfSecrets);
            Extra.start("thread dumps", () -> capture.dumpThreads(opened, ended));
            if (early == null) {
                begin(opened);
            } else {
                sample(opened, "begun", PERIODIC);
            }
            Set<Part> parts = EnumSet.copyOf(PERIODIC);
            if (jvm.nmt().reserved().isEmpty()) {
                // NMT is off and cannot be switched on later.
                parts.remove(Part.NMT);
                log.say("native memory is not tracked; " + NmtStart.START_SUMMARY + " to get its figures");
            }
            while (!ended.await(options.capture().interval().toMillis(), TimeUnit.MILLISECONDS)) {
                CaptureDriver watching = limits;
                boolean near = watching != null && watching.isNearLimit();
                sample(opened, "periodic", near ? DIVIDED : affordable(parts, DividedSnapshots.USUAL));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (NoClassDefFoundError e) {
            warn("this Java runtime lacks a module (" + e.getMessage()
                    + "); start it with --add-modules jdk.jfr,jdk.management");
        } catch (Throwable e) {
            // An OutOfMemoryError, among others.
            if (ended.getCount() > 0) {
                warn("stopped taking snapshots (" + e + "); what was captured so far is kept");
            }
        }
    }

    private void begin(OwnJvm opened) {
        own = opened;
        Extra.start("log of failed allocations", () -> capture.logFailures(opened));
        sample(opened, "start", DIVIDED);
        if (capture.isThere()) {
            Extra.start("watch on the limits of the control group", () -> watchLimits(opened));
        }
    }

    private void watchLimits(OwnJvm opened) {
        CaptureDriver driving =
                capture.driver((name, more) -> sample(opened, name, more.isEmpty() ? DIVIDED : COMPLETE));
        limits = driving;
        long pid = opened.pid();
        Cgroup.MemoryLimit memory = Cgroup.memory(pid);
        PidsLimits pids = new PidsLimits();
        Extra.loop("loomweight-limit", "looking at the limits of the control group", ended, () -> {
            do {
                if (pids.look(pid)) {
                    capture.putAll(pids.facts());
                }
                boolean unused = driving.lookAtLimit(memory);
            } while (!ended.await(LIMIT_CHECK.toMillis(), TimeUnit.MILLISECONDS));
        });
    }

    /** Counts events while the disk that JFR writes to has room. */
    private void listen(boolean room) {
        Path folder = capture.isRecording() ? capture.path() : Path.of(System.getProperty("java.io.tmpdir"));
        DiskGuard guard = DiskGuard.of(folder, options.capture().minFree());
        boolean full = !room || guard.isNearlyFull();
        if (full) {
            pause(folder);
        } else {
            hear();
        }
        Extra.loop("loomweight-disk", "looking at the disk", ended, () -> watch(guard, folder, full));
    }

    private void hear() {
        Extra.start("figures of events", () -> {
            if (!capture.isRecording()) {
                OwnRecording.prepareReader(instrumentation);
            }
            LiveEvents listening = new LiveEvents(pins, events, warnings);
            listening.start();
            live = listening;
        });
    }

    private void watch(DiskGuard guard, Path folder, boolean fullAtFirst) throws InterruptedException {
        boolean paused = fullAtFirst;
        while (!ended.await(DISK_CHECK.toMillis(), TimeUnit.MILLISECONDS)) {
            if (paused) {
                paused = !guard.hasRoomAgain() || !goOn(folder);
            } else if (guard.isNearlyFull()) {
                pause(folder);
                paused = true;
            } else {
                capture.trim();
            }
        }
    }

    /** Stops everything that writes, before JFR finds the disk full and ends the JVM. */
    private void pause(Path folder) {
        long free = DiskGuard.freeBytes(folder);
        long least = options.capture().minFree();
        String why = folder + (free < least ? " has only " : " fills up fast: it has ") + (free >> 20)
                + " MB free, and min-free is " + (least >> 20) + " MB";
        LiveEvents listening = live;
        live = null;
        try {
            capture.pause(why);
            if (listening != null) {
                listening.close();
            }
        } finally {
            warn(why + "; nothing is recorded until there is room again");
        }
    }

    /** Goes on when there is room again; false if that is not possible. */
    private boolean goOn(Path folder) {
        try {
            capture.goOn();
        } catch (RuntimeException e) {
            warn("the recording cannot go on (" + e.getMessage() + ")");
            return false;
        }
        hear();
        Extra.start("times of the carriers", capture::followCarriers);
        Extra.start("folds", capture::foldRecording);
        warn(folder + " has " + (DiskGuard.freeBytes(folder) >> 20) + " MB free again; the recording goes on");
        return true;
    }

    private void serve() {
        AgentOptions.Address address = options.served().metrics();
        if (address == null) {
            return;
        }
        Extra.start("metrics at " + address.host() + ":" + address.port(), () -> {
            MetricsServer serving = MetricsServer.start(
                    address, open -> Metrics.text(figures(), options.served().otelNames(), open));
            server = serving;
            if (address.port() != 0 && serving.port() != address.port()) {
                warn("port " + address.port() + " is taken; metrics are at " + serving.url());
            }
        });
        MetricsServer serving = server;
        if (serving != null) {
            Extra.start("address of the metrics in the capture", () -> capture.putMetrics(serving.url()));
        }
    }

    private void register() throws JMException {
        AgentBean bean =
                new AgentBean(this::figures, () -> String.valueOf(capture.path()), this::url, this::snapshotNow);
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(
                        new StandardMBean(bean, LoomweightMXBean.class, true),
                        new ObjectName("dev.loomweight:type=Agent"));
    }

    private Figures figures() {
        return Figures.of(pins, events, jvm, delays, live != null);
    }

    private String url() {
        MetricsServer serving = server;
        return serving == null ? "" : serving.url();
    }

    private String snapshotNow() {
        OwnJvm opened = own;
        if (opened == null || !capture.isWritten()) {
            throw new IllegalStateException("there is no capture to write a snapshot to");
        }
        try {
            return capture.snapshot(opened, "asked", ASKED_FOR).toString();
        } catch (DataException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Some parts, with what divides resident memory where that may be read again. */
    private Set<Part> affordable(Set<Part> parts, Duration apart) {
        Set<Part> all = EnumSet.copyOf(parts);
        if (divided.isDue(System.nanoTime(), apart)) {
            all.addAll(DIVIDING);
        }
        return all;
    }

    private void sample(OwnJvm opened, String name, Set<Part> parts) {
        if (!capture.isWritten()) {
            // JFR's figure of stacks changes only when NMT is asked.
            jvm.nmt();
            return;
        }
        long from = System.nanoTime();
        try {
            capture.snapshot(opened, name, parts);
            if (parts.containsAll(DIVIDING)) {
                divided.took(from, System.nanoTime());
            }
        } catch (DataException e) {
            log.say("no snapshot: " + e.getMessage());
        }
    }

    /** Shutdown hook. JFR finishes the last chunk in a hook of its own. */
    private void end() {
        Instant now = Instant.now();
        ended.countDown();
        capture.endFolds();
        Thread ending = Thread.ofPlatform().daemon().name("loomweight-ending").unstarted(() -> finish(now));
        try {
            ending.start();
            if (!ending.join(LONGEST_END)) {
                warn("the capture did not finish within " + LONGEST_END.toSeconds()
                        + " s, as when the disk does not respond; the application exits without it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            // No thread can be started: the capture ends as that of a JVM that was killed.
        }
    }

    private void finish(Instant now) {
        try {
            // First: JFR finishes the last chunk at the same time.
            SchedulerProbe measuring = probe;
            if (measuring != null) {
                measuring.close();
            }
            capture.endCarriers();
            OwnJvm opened = own;
            if (opened != null) {
                capture.exited(now);
                sample(opened, "end", affordable(PERIODIC, Duration.ZERO));
                // The application's log may have been closed.
                warnings.endStart(options.logged().sites() ? Agent::warn : line -> {});
            }
            MetricsServer serving = server;
            if (serving != null) {
                serving.close();
            }
            capture.releaseReserve();
        } catch (Throwable e) {
            // The application ends as it would without the agent.
        } finally {
            capture.end();
        }
    }

    /** Says a line on standard error: before the log is open, and after it may have been closed. */
    static void warn(String what) {
        System.err.println("loomweight agent: " + what);
    }
}
