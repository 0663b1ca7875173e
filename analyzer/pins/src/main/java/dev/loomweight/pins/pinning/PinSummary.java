package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Beside;
import dev.loomweight.fold.Families.Family;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.diagnosis.Diagnoser;
import dev.loomweight.kernel.diagnosis.Diagnosis;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.pins.scheduler.FoldedHeld;
import dev.loomweight.pins.scheduler.HeldCarriers;
import dev.loomweight.pins.scheduler.Occupancy;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Pins} gathered, with a diagnosis for each distinct stack.
 *
 * @param sites the costliest first
 * @param processes those that have pins, in the order of their names
 * @param jvmOwn the pins that are the JVM's own, which are in no other figure
 * @param monitorsPin whether there is a recording of a JDK before 24, where they do
 * @param monitorsDoNotPin whether there is a recording of a later one
 * @param firstCut whether a recording of a JDK before 24 begins with its JVM, with pins or without: there the first pin
 * of a
 *     JVM is recorded too short, or is shorter than the threshold and not recorded
 * @param tracedInVain the processes of a later one whose options ask for a trace of pins, in the order of their names
 */
public record PinSummary(
        List<PinSite> sites,
        List<OfProcess> processes,
        Sum jvmOwn,
        boolean monitorsPin,
        boolean monitorsDoNotPin,
        boolean firstCut,
        List<String> tracedInVain) {

    /** Fewer pins take less than a thread. */
    private static final long MUCH = 2000;

    /**
     * One process.
     *
     * @param subject its name
     * @param total its pins
     * @param held what its pins did to the carriers
     * @param carriersSeen the number of carriers that were ever pinned, or 0 where events do not name them
     * @param parallelism the number of carriers
     * @param queued the most virtual threads that a snapshot found waiting for a carrier
     * @param siteOf the sites of its pins
     * @param addsCarriers whether its JDK may add carriers for {@code Object.wait}, as 21 to 23 do
     * @param times when its pins were, as far as they are known one by one
     * @param joined which groups these are of
     */
    record OfProcess(
            String subject,
            Sum total,
            HeldCarriers<PinGroup> held,
            long carriersSeen,
            Parallelism parallelism,
            long queued,
            Map<PinGroup, PinSite> siteOf,
            boolean addsCarriers,
            PinTimes times,
            Pins.Joined joined) {}

    /** Diagnoses. The pins are not changed. A number of carriers that the options state is that of all processes. */
    static PinSummary of(Pins pins, Diagnoser diagnoser, PinOptions options, Coverage coverage) {
        Maker maker = new Maker(diagnoser, options.filter(), options.carriers(), coverage);
        List<String> tracedInVain = new ArrayList<>();
        boolean firstCut = false;
        Map<String, Boolean> recordings = recordings(coverage);
        Set<Boolean> kinds = new HashSet<>(recordings.values());
        for (Pins.Recorded process : pins.processes().values()) {
            boolean reasons = process.reasons() || hasReasons(process.subject(), coverage);
            // Events on carriers alone are of any JDK, and fold files do not keep which.
            if (maker.add(process, reasons, isPinnedRecorded(process, coverage))) {
                kinds.add(reasons);
                firstCut |= !reasons && process.isSinceStart();
            }
            firstCut |= process.isSinceStart() && Boolean.FALSE.equals(recordings.get(process.subject()));
            if (reasons && process.tracesPins()) {
                tracedInVain.add(process.subject());
            }
        }
        List<PinSite> sites = new ArrayList<>(maker.sites.values());
        sites.sort(PinSite.WORST);
        return new PinSummary(
                sites,
                maker.processes,
                maker.jvmOwn,
                kinds.contains(false),
                kinds.contains(true),
                firstCut,
                tracedInVain);
    }

    /** Sorts the stacks into sites. */
    private static final class Maker {
        private final Diagnoser diagnoser;
        private final PinOptions.Filter filter;
        private final long carriers;
        private final Coverage coverage;
        private final Map<PinSite.Key, PinSite> sites = new HashMap<>();
        private final List<OfProcess> processes = new ArrayList<>();
        private Sum jvmOwn = Sum.NONE;

        private Maker(Diagnoser diagnoser, PinOptions.Filter filter, long carriers, Coverage coverage) {
            this.diagnoser = diagnoser;
            this.filter = filter;
            this.carriers = carriers;
            this.coverage = coverage;
        }

        /** Adds a process; false where it has no pins at all, wanted or not. */
        private boolean add(Pins.Recorded process, boolean reasons, boolean pinnedRecorded) {
            IdentityHashMap<PinGroup, PinSite> siteOf = new IdentityHashMap<>();
            Sum total = Sum.NONE;
            Pins.Joined joined = process.joined();
            // Nothing else needs what these two need.
            boolean much = joined.groups().values().stream()
                            .mapToLong(group -> group.sum().count())
                            .sum()
                    >= MUCH;
            Beside<Map<PinGroup, Map<Family, Long>>> families =
                    Beside.begin(much, () -> PinFamilies.of(process.subject(), joined.groups()));
            Beside<HeldCarriers<PinGroup>> held =
                    Beside.begin(much, () -> worked(held(process, joined, coverage, carriers)));
            Stream<PinStack> counted = joined.groups().keySet().stream()
                    .filter(pin -> !(reasons && pinnedRecorded && pin.duplicatesPinned()));
            Map<PinStack, Diagnosis> diagnoses = diagnoser.ofAll(counted.toList(), reasons);
            Map<PinGroup, Map<Family, Long>> inFamilies = families.get();
            for (Map.Entry<PinStack, PinGroup> entry : joined.groups().entrySet()) {
                PinStack pin = entry.getKey();
                PinGroup group = entry.getValue();
                Diagnosis diagnosis = diagnoses.get(pin);
                if (diagnosis != null) {
                    PinSite site =
                            site(process.subject(), pin, group, diagnosis, inFamilies.getOrDefault(group, Map.of()));
                    total = site == null ? total : total.plus(group.sum());
                    if (site != null && (!reasons || group.lane() != Pins.Lane.COMPENSATED)) {
                        siteOf.put(group, site);
                    }
                }
            }
            if (total.count() > 0) {
                processes.add(new OfProcess(
                        process.subject(),
                        total,
                        held.get(),
                        process.carriers().count(),
                        parallelism(process, carriers),
                        process.queued(),
                        siteOf,
                        !reasons,
                        process.times(),
                        joined));
            }
            return !joined.groups().isEmpty();
        }

        // What every report asks for.
        private static HeldCarriers<PinGroup> worked(HeldCarriers<PinGroup> held) {
            held.most();
            held.windows();
            return held;
        }

        /** Where pins belong to, which are added there; null where they are none, the JVM's own, or not wanted. */
        private @Nullable PinSite site(
                String process, PinStack pin, PinGroup group, Diagnosis diagnosis, Map<Family, Long> families) {
            if (!diagnosis.isPin() || !filter.passes(pin, diagnosis)) {
                return null;
            }
            if (diagnosis.first().kind() == CauseKind.JVM_OWN) {
                jvmOwn = jvmOwn.plus(group.sum());
                return null;
            }
            PinSite site = sites.computeIfAbsent(PinSite.Key.of(diagnosis, pin), PinSite::new);
            site.add(process, diagnosis, pin, group, families);
            return site;
        }
    }

    private static Parallelism parallelism(Pins.Recorded process, long carriers) {
        return carriers > 0 ? process.parallelism().stated(carriers) : process.parallelism();
    }

    /**
     * What the pins of a process did to its carriers.
     *
     * @param joined its pins, complete
     * @param carriers the number of carriers that the options state, or 0
     */
    static HeldCarriers<PinGroup> held(Pins.Recorded process, Pins.Joined joined, Coverage coverage, long carriers) {
        if (process.folded().isEmpty()) {
            return recorded(process, joined, coverage, carriers);
        }
        List<HeldCarriers<PinGroup>> parts = new ArrayList<>(process.folded());
        if (!process.times().isEmpty()) {
            parts.add(recorded(process, joined, coverage, carriers));
        }
        return FoldedHeld.of(parts, parallelism(process, carriers).carriers().orElse(0));
    }

    private static HeldCarriers<PinGroup> recorded(
            Pins.Recorded process, Pins.Joined joined, Coverage coverage, long carriers) {
        boolean reasons = process.reasons() || hasReasons(process.subject(), coverage);
        Set<Pins.Lane> lost = reasons && isPinnedRecorded(process, coverage)
                ? EnumSet.of(Pins.Lane.PARK, Pins.Lane.REENTRY)
                : EnumSet.of(Pins.Lane.PARK, Pins.Lane.REENTRY, Pins.Lane.MONITOR);
        Set<Pins.Lane> compensated = reasons ? EnumSet.noneOf(Pins.Lane.class) : EnumSet.of(Pins.Lane.COMPENSATED);
        Parallelism pool = parallelism(process, carriers);
        Occupancy occupancy = process.times()
                .occupancy(lost, compensated, pool, process.sizes().most(carriersFrom(process.subject(), coverage)));
        return new RecordedHeld(
                occupancy,
                process.times(),
                joined,
                pool.carriers().orElse(0),
                ProcessCarriers.recorded(process.subject(), occupancy.fromNanos(), occupancy.toNanos(), coverage));
    }

    /**
     * From when on each start and end of a carrier is in the recordings of a process, in nanoseconds since 1970; {@link
     * Long#MAX_VALUE} where one of them need not have them.
     */
    private static long carriersFrom(String subject, Coverage coverage) {
        long from = Long.MAX_VALUE;
        for (Coverage.OfSource source : coverage.ofProcess(subject).sources()) {
            if (!source.events().isEmpty()) {
                Instant start = source.start();
                boolean recorded = Coverage.of(source).of(ThreadStart.EVENT).stream()
                        .anyMatch(event -> event.state().isOn());
                if (start == null || !recorded) {
                    return Long.MAX_VALUE;
                }
                from = Math.min(from, EpochNanos.of(start));
            }
        }
        return from;
    }

    private static boolean isPinnedRecorded(Pins.Recorded process, Coverage coverage) {
        return process.hasPinned()
                || coverage.ofProcess(process.subject()).of(Pin.EVENT).stream()
                        .anyMatch(event -> event.state().isOn());
    }

    private static boolean hasReasons(String subject, Coverage coverage) {
        return recordings(coverage).getOrDefault(subject, false);
    }

    /** By the process, whether the recorded pins have the field for a reason; only of JDKs that know pins. */
    private static Map<String, Boolean> recordings(Coverage coverage) {
        Map<String, Boolean> reasons = new HashMap<>();
        for (Coverage.OfSource source : coverage.sources()) {
            for (Coverage.OfEvent event : source.events()) {
                if (event.eventType().equals(Pin.EVENT) && !event.fields().isEmpty()) {
                    reasons.merge(
                            source.origin().subject(), event.fields().contains(Pin.REASON_FIELD), Boolean::logicalOr);
                }
            }
        }
        return reasons;
    }

    /** Whether they are so many that two processors are faster than one. */
    boolean isMuch() {
        return total().count() >= MUCH;
    }

    /** All pins together. */
    Sum total() {
        Sum total = Sum.NONE;
        for (OfProcess process : processes) {
            total = total.plus(process.total());
        }
        return total;
    }
}
