package dev.loomweight.pinning;

import dev.loomweight.coverage.EventWords;
import dev.loomweight.fold.Analysis;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.CarrierOptions;
import dev.loomweight.sample.ContainerConfiguration;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.CpuInformation;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MonitorEnter;
import dev.loomweight.sample.MonitorWait;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.RecordedJvm;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Scheduler;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What keeps virtual threads on their carriers: which code, why, at what cost, and what to do. */
public final class PinAnalysis implements Analysis<Pins> {

    /** The key of its section. */
    public static final String ID = "pins";

    static final EventWords WORDS = new EventWords(Pin.EVENT, "pin", "pins", true, "Pinning");

    // The JVM's lock of a class that is linked or initialized; threads that meet there stay mounted for microseconds.
    private static final String CLASS_LOCK = "[I";

    private final PinOptions options;
    private final Diagnoser diagnoser;

    /** The analysis without class files, of all pins. */
    public PinAnalysis() {
        this(PinOptions.NONE);
    }

    /** The analysis as a user wants it. */
    public PinAnalysis(PinOptions options) {
        this.options = options;
        this.diagnoser = new Diagnoser(options.code(), options.own());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Interest interest() {
        return Interest.in(
                Pin.class,
                MonitorEnter.class,
                MonitorWait.class,
                Scheduler.class,
                CaptureInfo.class,
                RecordedJvm.class,
                ContainerConfiguration.class,
                CpuInformation.class);
    }

    @Override
    public Pins empty() {
        return new Pins();
    }

    @Override
    public void add(Pins into, Origin origin, Sample sample) {
        switch (sample) {
            case Pin pin -> add(into, origin, pin);
            case MonitorEnter enter -> {
                if (isWanted(enter.thread(), enter.start(), enter.nanos())) {
                    into.add(
                            origin.subject(),
                            PinStack.Event.ENTER,
                            enter.start(),
                            enter.nanos(),
                            enter.thread(),
                            null,
                            words(enter),
                            enter.stack());
                }
            }
            case MonitorWait wait -> {
                if (isWanted(wait.thread(), wait.start(), wait.nanos())) {
                    into.add(
                            origin.subject(),
                            PinStack.Event.WAIT,
                            wait.start(),
                            wait.nanos(),
                            wait.thread(),
                            null,
                            words(wait),
                            wait.stack());
                }
            }
            case Scheduler scheduler -> {
                into.parallelism(origin.subject()).add(Parallelism.By.SCHEDULER, scheduler.parallelism());
                into.queued(origin.subject(), scheduler.queued());
            }
            case CaptureInfo info ->
                into.parallelism(origin.subject()).add(CarrierOptions.of(String.join(" ", info.command())));
            case RecordedJvm jvm -> into.parallelism(origin.subject()).add(jvm.carriers());
            case ContainerConfiguration container ->
                into.parallelism(origin.subject()).add(Parallelism.By.CONTAINER, container.effectiveCpus());
            case CpuInformation cpu ->
                into.parallelism(origin.subject()).add(Parallelism.By.MACHINE, cpu.hardwareThreads());
            default -> {}
        }
    }

    private void add(Pins into, Origin origin, Pin pin) {
        if (!options.filter().passes(pin.start(), pin.nanos(), pin.thread())) {
            return;
        }
        into.add(
                origin.subject(),
                PinStack.Event.PINNED,
                pin.start(),
                pin.nanos(),
                pin.thread(),
                pin.carrier(),
                words(pin),
                pin.stack());
    }

    private static Pins.PinWords words(Pin pin) {
        boolean jvmOwn = isPoller(pin.thread()) || PinStack.isPoller("", pin.reason());
        return new Pins.PinWords(pin.operation(), pin.reason(), jvmOwn);
    }

    private static Pins.PinWords words(MonitorEnter enter) {
        boolean jvmOwn = CLASS_LOCK.equals(enter.monitorClass()) || isPoller(enter.thread());
        return jvmOwn ? Pins.PinWords.JVM_OWN : Pins.PinWords.NONE;
    }

    private static Pins.PinWords words(MonitorWait wait) {
        return isPoller(wait.thread()) ? Pins.PinWords.JVM_OWN : Pins.PinWords.NONE;
    }

    /** What a diagnosis of an event is made of; null where it is no event of a pin, or not wanted. */
    @Nullable
    public PinStack stackOf(Sample sample) {
        return switch (sample) {
            case Pin pin ->
                options.filter().passes(pin.start(), pin.nanos(), pin.thread())
                        ? stackOf(PinStack.Event.PINNED, words(pin), pin.stack())
                        : null;
            case MonitorEnter enter ->
                isWanted(enter.thread(), enter.start(), enter.nanos())
                        ? stackOf(PinStack.Event.ENTER, words(enter), enter.stack())
                        : null;
            case MonitorWait wait ->
                isWanted(wait.thread(), wait.start(), wait.nanos())
                        ? stackOf(PinStack.Event.WAIT, words(wait), wait.stack())
                        : null;
            default -> null;
        };
    }

    private static PinStack stackOf(PinStack.Event event, Pins.PinWords words, StackTrace stack) {
        return new PinStack(event, stack, words.operation(), words.reason(), words.jvmOwn());
    }

    private boolean isWanted(@Nullable ThreadRef thread, Instant start, long nanos) {
        return thread != null && thread.virtual() && options.filter().passes(start, nanos, thread);
    }

    private static boolean isPoller(@Nullable ThreadRef thread) {
        return thread != null && PinStack.isPoller(thread.name(), null);
    }

    @Override
    public Pins merge(Pins left, Pins right) {
        left.addAll(right);
        return left;
    }

    @Override
    public Section finish(Pins all, Coverage coverage) {
        return PinReport.of(summary(all, coverage), options, coverage);
    }

    /**
     * The pins by site, for those who compare or judge them.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs could tell
     */
    public PinCensus census(Pins all, Coverage coverage) {
        return PinCensus.of(summary(all, coverage), options, coverage);
    }

    /** What was found, before it is put into words. */
    PinSummary summary(Pins all, Coverage coverage) {
        return PinSummary.of(all, diagnoser, options.filter(), coverage);
    }
}
