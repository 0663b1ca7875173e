package dev.loomweight.fleet.budget;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.FigureList;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.memory.growth.Observations;
import dev.loomweight.pins.carriers.CarrierFigures;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of one process with exactly what a test is about, recorded as on JDK 21. */
final class Scene {

    private static final List<Subject<?, ?>> SUBJECTS = List.of(
            PinFigures.of(PinOptions.NONE),
            CarrierFigures.REFUSED,
            CarrierFigures.DELAYED,
            MemoryReading.SUBJECT,
            Observations.SUBJECT);

    static final FigureList<Figure<?>> FIGURES = FigureList.of(SUBJECTS);

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final int SYNCHRONIZED = 0x20;

    private final List<Found> found = new ArrayList<>();
    private State pinning = State.RECORDED;
    private State monitors = State.SILENT;
    private State submits = State.SILENT;
    private @Nullable Duration threshold = Duration.ZERO;
    private boolean stacks = true;
    private boolean recorded = true;
    private long lostBytes;
    private long seconds = 10;
    private String process = "shop";

    /** The same of another process. */
    Scene of(String name) {
        process = name;
        found.replaceAll(one -> one.origin.moment() == null ? new Found(origin(), one.sample) : one);
        return this;
    }

    private record Found(Origin origin, Sample sample) {}

    /** One pin in a synchronized method of that name, such as {@code com.acme.Cart.add}. */
    Scene pin(String method, long millis) {
        return pin(method, 12, millis, 0);
    }

    Scene pin(String method, int line, long millis, long atMillis) {
        int dot = method.lastIndexOf('.');
        StackTrace stack = new StackTrace(
                List.of(
                        frame("java.lang.VirtualThread", "parkOnCarrierThread", -1, 0),
                        frame("java.lang.Thread", "sleep", -1, 0),
                        frame(method.substring(0, dot), method.substring(dot + 1), line, SYNCHRONIZED)),
                false);
        return pin(stack, millis, atMillis);
    }

    /** As many pins at equal distances over ten seconds, in a synchronized method. */
    Scene pins(String method, int count, long millis) {
        for (int i = 0; i < count; i++) {
            pin(method, 12, millis, i * 10_000L / count);
        }
        return this;
    }

    /** One pin of a thread whose stack was not recorded. */
    Scene pinWithoutStack(long millis) {
        return pinWithoutStack(millis, 0);
    }

    Scene pinWithoutStack(long millis, long atMillis) {
        return pin(StackTrace.NONE, millis, atMillis);
    }

    /** One pin whose stack ends before the frame that is to blame. */
    Scene truncated(long millis) {
        return truncated(millis, 0);
    }

    Scene truncated(long millis, long atMillis) {
        return pin(
                new StackTrace(
                        List.of(
                                frame("java.lang.VirtualThread", "parkOnCarrierThread", -1, 0),
                                frame("java.lang.Thread", "sleep", -1, 0)),
                        true),
                millis,
                atMillis);
    }

    /** One pin in a class initializer. */
    Scene initializer(String className, long millis) {
        StackTrace stack = new StackTrace(
                List.of(
                        frame("java.lang.Thread", "sleep", -1, 0),
                        frame(className, "<clinit>", 3, 0),
                        frame("com.acme.Main", "main", 5, 0)),
                false);
        return pin(stack, millis, 0);
    }

    /** One wait of a method for a class that another thread initializes. */
    Scene initializing(String method, long millis) {
        return add(new MonitorWait(START, millis * 1_000_000, new ThreadRef(1, "", 0, true), "[I", only(method)));
    }

    /** One wait of a method to enter a monitor. */
    Scene blocked(String method, long millis) {
        return add(new MonitorEnter(
                START, millis * 1_000_000, new ThreadRef(1, "", 0, true), "com.acme.Cart", only(method)));
    }

    /** One wait of a method for a class loader through which another thread loads. */
    Scene waitingForLoader(String method, long millis) {
        return add(new MonitorEnter(
                START, millis * 1_000_000, new ThreadRef(1, "", 0, true), "com.acme.PluginClassLoader", only(method)));
    }

    /** One wait of a method in {@code Object.wait}. */
    Scene awaiting(String method, long millis) {
        List<Frame> frames = new ArrayList<>(List.of(frame("java.lang.Object", "wait0", -1, 0x100)));
        frames.addAll(only(method).frames());
        return add(new MonitorWait(
                START,
                millis * 1_000_000,
                new ThreadRef(1, "", 0, true),
                "com.acme.Queue",
                new StackTrace(frames, false)));
    }

    private static StackTrace only(String method) {
        int dot = method.lastIndexOf('.');
        return new StackTrace(List.of(frame(method.substring(0, dot), method.substring(dot + 1), 12, 0)), false);
    }

    private Scene pin(StackTrace stack, long millis, long atMillis) {
        long thread = found.size() + 1L;
        return add(new Pin(
                START.plusMillis(atMillis),
                millis * 1_000_000,
                new ThreadRef(thread, "", 0, true),
                null,
                null,
                null,
                stack));
    }

    private static Frame frame(String type, String method, int line, int modifiers) {
        return new Frame(type, method, "()V", line, 0, modifiers, "Interpreted");
    }

    Scene carriers(int carriers) {
        return add(new Scheduler(carriers, carriers, 0, 0, ""));
    }

    /** They were made before anything else happened, which is recorded. */
    Scene started(int carriers) {
        for (int i = 1; i <= carriers; i++) {
            add(new ThreadStart(EpochNanos.of(START) - i, i, 1, StackTrace.NONE));
        }
        return this;
    }

    Scene refused() {
        submits = State.RECORDED;
        return add(new SubmitFailed(START, null, 7, "closed", new StackTrace(List.of(), false)));
    }

    /** A snapshot with that much resident. */
    Scene resident(int snapshot, long kilobytes) {
        return at(snapshot, new ProcStatus(1, Map.of("VmRSS", kilobytes * 1024), 20));
    }

    /** So many waits for a carrier of one length. */
    Scene delay(int count, long nanos) {
        DurationHistogram delays = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int i = 0; i < count; i++) {
            delays.add(nanos);
        }
        return add(
                new SchedulerDelay(START, 10_000_000, delays.sumNanos(), delays.maxNanos(), 0, 0, delays.text(), null));
    }

    Scene add(Sample sample) {
        found.add(new Found(origin(), sample));
        return this;
    }

    private Origin origin() {
        return new Origin(process, null, process + ".jfr", Instrument.JFR);
    }

    Scene at(int snapshot, Sample sample) {
        Origin.SnapshotId moment = new Origin.SnapshotId(snapshot, "snapshot", START.plusSeconds(snapshot));
        found.add(new Found(new Origin("shop", moment, "file", Instrument.NMT), sample));
        return this;
    }

    Scene pinning(State state) {
        pinning = state;
        return this;
    }

    Scene monitors(State state) {
        monitors = state;
        return this;
    }

    Scene submits(State state) {
        submits = state;
        return this;
    }

    Scene threshold(Duration of) {
        threshold = of;
        return this;
    }

    Scene withoutStacks() {
        stacks = false;
        return this;
    }

    Scene withoutRecording() {
        recorded = false;
        return this;
    }

    Scene lost(long bytes) {
        lostBytes = bytes;
        return this;
    }

    Scene seconds(long length) {
        seconds = length;
        return this;
    }

    Folded<Results> folded() {
        return folded(List.of(this));
    }

    /** What is gathered of several processes. */
    static Folded<Results> folded(List<Scene> scenes) {
        BudgetFold fold = fold();
        Results all = fold.fold().empty();
        List<Coverage.OfSource> sources = new ArrayList<>();
        for (Scene scene : scenes) {
            scene.found.forEach(one -> fold.fold().add(all, one.origin(), one.sample()));
            sources.addAll(scene.coverage().sources());
        }
        return new Folded<>(all, new Coverage(sources));
    }

    static BudgetFold fold() {
        return new BudgetFold(SUBJECTS, FIGURES.all());
    }

    private Coverage coverage() {
        if (!recorded) {
            return Coverage.NONE;
        }
        List<String> fields = List.of("startTime", "duration", "eventThread", "stackTrace");
        long pins = found.stream().filter(one -> one.sample() instanceof Pin).count();
        List<OfEvent> events = new ArrayList<>(List.of(
                Events.of(Pin.EVENT, pinning, pins, threshold, stacks, 0, 0, 64, fields),
                Events.of(MonitorEnter.EVENT, monitors, 0, Duration.ZERO, true, 0, 0, 64),
                Events.of(MonitorWait.EVENT, monitors, 0, Duration.ZERO, true, 0, 0, 64),
                Events.of(SubmitFailed.EVENT, submits, 0, null, true, 0, 0, 64)));
        long delays = found.stream()
                .filter(one -> one.sample() instanceof SchedulerDelay)
                .count();
        if (delays > 0) {
            events.add(Events.of(SchedulerDelay.EVENT, State.RECORDED, delays, null, false, 0, 0, 64));
        }
        return Coverage.of(
                new Coverage.OfSource(origin(), START, START.plusSeconds(seconds), lostBytes, 0, events, List.of()));
    }
}
