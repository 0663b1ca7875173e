package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Families;
import dev.loomweight.fold.Families.Family;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.kernel.diagnosis.Diagnoser;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.monitors.MonitorJoin;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.scheduler.FoldedHeld;
import dev.loomweight.pins.scheduler.HeldCarriers;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.PinParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What pins virtual threads to their carriers: which code, why, at what cost, and what to do. */
public class PinAnalysis implements Analysis<Pins, PinSummary> {

    /** The key of its section. */
    public static final String ID = "pins";

    static final EventWords WORDS = new EventWords(Pin.EVENT, "pin", "pins", true, "Pinning");

    private final PinOptions options;
    private final PinFold fold;
    private final Diagnoser diagnoser;

    /** The analysis without class files, of all pins. */
    public PinAnalysis() {
        this(PinOptions.NONE);
    }

    /** The analysis with a user's options. */
    public PinAnalysis(PinOptions options) {
        this.options = options;
        this.fold = new PinFold(options.filter());
        this.diagnoser = new Diagnoser(options.code(), options.own());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public final Fold<Pins> fold() {
        return fold;
    }

    @Override
    public final PinSummary read(Pins all, Coverage coverage) {
        return PinSummary.of(all, diagnoser, options, coverage);
    }

    @Override
    public Section say(PinSummary summary, Coverage coverage) {
        return PinReport.of(summary, options, coverage);
    }

    /**
     * The pins by site, to compare or judge them.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs could show
     */
    public final PinCensus census(Pins all, Coverage coverage) {
        return PinCensus.of(read(all, coverage), options, coverage);
    }

    /**
     * What a fold file has of the pins of each process that has any.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs could show
     * @param watched by the process, when its carriers were watched
     */
    public final Map<String, PinParts> folded(Pins all, Coverage coverage, Map<String, List<Span>> watched) {
        Map<String, PinParts> folded = new HashMap<>();
        for (Pins.Recorded process : all.processes().values()) {
            Pins.Joined joined = process.joined();
            if (!joined.groups().isEmpty()) {
                List<Map.Entry<PinStack, PinGroup>> groups =
                        new ArrayList<>(joined.groups().entrySet());
                groups.sort(Map.Entry.comparingByKey(PinStack.ORDER));
                IdentityHashMap<PinGroup, Integer> places = new IdentityHashMap<>();
                List<PinParts.OfStack> stacks = new ArrayList<>();
                Map<PinGroup, Map<Family, Long>> made = PinFamilies.of(process.subject(), joined.groups());
                Map<Family, Integer> families = new LinkedHashMap<>();
                groups.forEach(entry -> {
                    places.put(entry.getValue(), places.size());
                    Map<Family, Long> of = made.getOrDefault(entry.getValue(), Map.of());
                    List<PinParts.InFamily> in = new ArrayList<>();
                    of.forEach((family, count) -> in.add(
                            new PinParts.InFamily(families.computeIfAbsent(family, any -> families.size()), count)));
                    stacks.add(entry.getValue().folded(entry.getKey(), in));
                });
                HeldCarriers<PinGroup> held = PinSummary.held(process, joined, coverage, options.carriers());
                folded.put(
                        process.subject(),
                        new PinParts(
                                stacks,
                                families.keySet().stream().map(Families::folded).toList(),
                                process.reasons(),
                                process.carriers().ids(),
                                process.carriers().exact(),
                                FoldedHeld.folded(
                                        held,
                                        options.carriers(),
                                        watched.getOrDefault(process.subject(), List.of()),
                                        places)));
            }
        }
        return folded;
    }

    /**
     * Gathers pins.
     *
     * @param filter which; what is asked of their diagnosis is for who reads them
     */
    public record PinFold(PinOptions.Filter filter) implements Fold<Pins> {

        private static final StateForm<Pins, PinParts> FORM = new StateForm<>(PinParts.class, Pins::of);

        /** All pins. */
        public static final PinFold ALL = new PinFold(PinOptions.Filter.ALL);

        @Override
        public Interest interest() {
            Interest all = Interest.in(Pin.class, MonitorEnter.class)
                    .and(Interest.onRequest(MonitorWait.class))
                    .and(Pins.OF_POOL);
            return filter.thread() == null ? all : all.thoroughly(Pin.class, MonitorEnter.class, MonitorWait.class);
        }

        /** The pins of fold files are all pins: who filters them one by one reads recordings. */
        @Override
        public StateForm<Pins, PinParts> form() {
            return FORM;
        }

        @Override
        public Pins empty() {
            return new Pins();
        }

        @Override
        public void add(Pins into, Origin origin, Sample sample) {
            PinStack stack = stackOf(sample);
            switch (sample) {
                case Pin pin ->
                    add(into, origin, stack, pin.startNanos(), pin.nanos(), pin.thread(), pin.carrier(), null);
                case MonitorEnter enter -> {
                    MonitorJoin.Monitor monitor = MonitorJoin.Monitor.of(enter);
                    waited(into, origin, enter.startNanos(), enter.nanos(), enter.thread(), monitor);
                    add(into, origin, stack, enter.startNanos(), enter.nanos(), enter.thread(), null, monitor.owner());
                }
                case MonitorWait wait -> {
                    if (stack != null || into.keepsWait(origin.subject(), wait.nanos())) {
                        MonitorJoin.Monitor monitor = MonitorJoin.Monitor.of(wait);
                        waited(into, origin, wait.startNanos(), wait.nanos(), wait.thread(), monitor);
                        add(into, origin, stack, wait.startNanos(), wait.nanos(), wait.thread(), null, monitor.owner());
                    }
                }
                default -> into.pool(origin, sample);
            }
        }

        private static void add(
                Pins into,
                Origin origin,
                @Nullable PinStack stack,
                long start,
                long nanos,
                @Nullable ThreadRef thread,
                @Nullable ThreadRef carrier,
                @Nullable String owner) {
            if (stack != null) {
                into.add(origin.subject(), stack, start, nanos, thread, carrier, owner);
            }
        }

        // Whatever the filters leave of the pins: a wait can be a little shorter than its pin.
        private static void waited(
                Pins into,
                Origin origin,
                long start,
                long nanos,
                @Nullable ThreadRef thread,
                MonitorJoin.Monitor monitor) {
            if (thread != null && thread.virtual() && (monitor.className() != null || monitor.owner() != null)) {
                into.waited(origin.subject(), start, nanos, thread, monitor);
            }
        }

        /** The stack of an event with all that decides its diagnosis; null where it does not record a pin, or is filtered out. */
        public @Nullable PinStack stackOf(Sample sample) {
            return switch (sample) {
                case Pin pin -> filter.passes(pin.startNanos(), pin.nanos(), pin.thread()) ? PinStack.of(pin) : null;
                case MonitorEnter enter ->
                    isWanted(enter.thread(), enter.startNanos(), enter.nanos()) ? PinStack.of(enter) : null;
                case MonitorWait wait ->
                    wait.pins() && isWanted(wait.thread(), wait.startNanos(), wait.nanos()) ? PinStack.of(wait) : null;
                default -> null;
            };
        }

        private boolean isWanted(@Nullable ThreadRef thread, long start, long nanos) {
            return thread != null && thread.virtual() && filter.passes(start, nanos, thread);
        }

        @Override
        public Pins merge(Pins left, Pins right) {
            left.addAll(right);
            return left;
        }
    }
}
