package dev.loomweight.pins.pinning;

import static java.util.Objects.requireNonNullElse;

import dev.loomweight.fold.Families.Family;
import dev.loomweight.fold.FamilyParts;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.Releases;
import dev.loomweight.kernel.diagnosis.Diagnosis;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.monitors.PreviousOwners;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.report.Place;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All pins of one diagnosis at one place. */
public final class PinSite {

    /** The costliest first. */
    static final Comparator<PinSite> WORST = PinSite::worstFirst;

    private final Key key;
    private final SiteKey site;
    private final FamilyParts figures = new FamilyParts();
    private final Map<StackLines, Sum> stacks = new HashMap<>();
    private final Map<String, Sum> byProcess = new TreeMap<>();
    private final Set<String> places = new HashSet<>();
    private final Map<Diagnosis, Sum> withLines = new HashMap<>();
    private final Map<StackLines, List<Integer>> undecided = new HashMap<>();
    private final Map<String, MonitorUse> monitors = new HashMap<>();
    // Found once all pins are there.
    private @Nullable List<PinCause> causes;
    private @Nullable List<StackTrace> costliestFirst;
    private @Nullable Releases releases;

    /**
     * What makes pins of one recording one site: finer than {@link SiteKey}, since causes and locks count.
     *
     * @param diagnosis without lines
     * @param event the event that recorded it
     * @param place the method on the stack that people would look at, where no frame is to blame; else, and without a
     *     stack, null
     */
    public record Key(
            Diagnosis diagnosis,
            PinFacts.Event event,
            @Nullable CodePlace place) {

        public static Key of(Diagnosis diagnosis, PinStack pin) {
            boolean blamed = diagnosis.first().frame() != null;
            return new Key(
                    diagnosis.withoutLines(), pin.event(), blamed ? null : new RecordedFrames(pin.stack()).place());
        }

        /** The method that people would look at; null where there is no stack. */
        private @Nullable CodePlace shown() {
            CodePlace method = diagnosis.first().method();
            return method == null ? place : method;
        }

        /** What makes it one site with pins of other recordings. */
        public SiteKey site() {
            String name = requireNonNullElse(CodePlace.methodOf(shown()), JvmStack.NO_STACK);
            return new SiteKey(
                    name,
                    requireNonNullElse(CodePlace.methodOf(diagnosis.first().frame()), name),
                    requireNonNullElse(CodePlace.methodOf(diagnosis.blocker()), ""));
        }

        // By all components. A record's own are made of method handles, which takes longer than all pins of a small
        // recording.
        @Override
        public boolean equals(@Nullable Object object) {
            return object instanceof Key other
                    && event == other.event
                    && Objects.equals(place, other.place)
                    && diagnosis.equals(other.diagnosis);
        }

        @Override
        public int hashCode() {
            return (diagnosis.hashCode() * 31 + event.hashCode()) * 31 + Objects.hashCode(place);
        }
    }

    PinSite(Key key) {
        this.key = key;
        this.site = key.site();
    }

    /** Adds pins of a process. */
    void add(String process, Diagnosis diagnosis, PinStack pin, PinGroup group, Map<Family, Long> families) {
        byProcess.merge(process, group.sum(), Sum::plus);
        causes = null;
        costliestFirst = null;
        releases = null;
        families.forEach(figures::add);
        figures.add(group.sum());
        StackLines lines = new StackLines(pin.stack());
        stacks.merge(lines, group.sum(), Sum::plus);
        places.add(pin.stack().site());
        withLines.merge(diagnosis.withoutUndecided(), group.sum(), Sum::plus);
        if (!diagnosis.undecided().isEmpty()) {
            undecided.put(lines, diagnosis.undecided());
        }
        String monitorClass = pin.monitorClass();
        if (monitorClass != null) {
            monitors.computeIfAbsent(monitorClass, key -> new MonitorUse()).add(pin, group);
        }
    }

    /** What waits for monitors of one class cost. */
    static final class MonitorUse {
        private final PreviousOwners holders = new PreviousOwners();
        private final PreviousOwners enders = new PreviousOwners();
        private Sum sum = Sum.NONE;

        private void add(PinStack pin, PinGroup group) {
            sum = sum.plus(group.sum());
            boolean waits = pin.event() == PinFacts.Event.WAIT || pin.facts().waitsIn() == PinFacts.Event.WAIT;
            group.addTo(waits ? enders : holders);
        }

        Sum sum() {
            return sum;
        }

        /** The threads that held these monitors last, or ended the waits. */
        PreviousOwners owners() {
            PreviousOwners all = new PreviousOwners();
            all.addAll(holders);
            all.addAll(enders);
            return all;
        }
    }

    /** What makes it one site with pins of other recordings. */
    SiteKey site() {
        return site;
    }

    /** What people call it. */
    String name() {
        return site.name();
    }

    /** The same without the package. */
    String shortName() {
        CodePlace shown = key.shown();
        return shown == null ? name() : shown.shortName();
    }

    /** The call that blocked; null where it is not known. */
    @Nullable
    String blocker() {
        return CodePlace.methodOf(key.diagnosis.blocker());
    }

    /**
     * Where the code is that people would look at.
     *
     * @param sourceFiles the name of the source file of a class; null where it is not known
     * @return null where that is code of the JDK, or there is none
     */
    @Nullable
    Place place(Function<String, @Nullable String> sourceFiles) {
        CodePlace shown = key.shown();
        if (shown == null || JvmNames.isJdk(shown.className())) {
            return null;
        }
        CodePlace frame = first().frame();
        return new Place(
                shown.className(),
                shown.methodName(),
                frame != null && frame.hasLine() && CodePlace.isSameMethod(frame, shown) ? frame.line() : lineOf(shown),
                sourceFiles.apply(shown.className()));
    }

    /** The line of a method on the costliest stack that has one; of equally costly ones, the smallest. */
    private int lineOf(CodePlace method) {
        Sum heaviest = Sum.NONE;
        int found = -1;
        for (Map.Entry<StackLines, Sum> stack : stacks.entrySet()) {
            int order = found < 0 ? -1 : Sum.HEAVIEST.compare(stack.getValue(), heaviest);
            int line = order <= 0 ? stack.getKey().lineOf(method) : -1;
            if (line > 0 && (order < 0 || line < found)) {
                heaviest = stack.getValue();
                found = line;
            }
        }
        return found;
    }

    /** The causes with the lines of the costliest stack, the innermost first. */
    List<PinCause> causes() {
        List<PinCause> known = causes;
        if (known == null) {
            Map.Entry<Diagnosis, Sum> costliest = null;
            for (Map.Entry<Diagnosis, Sum> entry : withLines.entrySet()) {
                costliest = costliest == null || isBefore(entry, costliest) ? entry : costliest;
            }
            known = costliest == null
                    ? key.diagnosis.causes()
                    : costliest.getKey().causes();
            causes = known;
        }
        return known;
    }

    private static boolean isBefore(Map.Entry<Diagnosis, Sum> one, Map.Entry<Diagnosis, Sum> other) {
        int order = Sum.HEAVIEST.compare(one.getValue(), other.getValue());
        return order < 0
                || (order == 0
                        && one.getKey().toString().compareTo(other.getKey().toString()) < 0);
    }

    /** The innermost cause, with its line. */
    PinCause first() {
        return causes().getFirst();
    }

    /** Its outermost cause that comes with the first use of a class; null where none does. */
    @Nullable
    PinCause firstUse() {
        return causes().stream()
                .filter(cause -> cause.kind().isOnce())
                .reduce((inner, outer) -> outer)
                .orElse(null);
    }

    Diagnosis diagnosis() {
        return key.diagnosis;
    }

    PinFacts.Event event() {
        return key.event;
    }

    /** How many, how long and of how many threads its pins are. */
    FamilyParts figures() {
        return figures;
    }

    Sum sum() {
        return figures.sum();
    }

    /** Its stacks, the costliest first. */
    List<StackTrace> costliestFirst() {
        List<StackTrace> known = costliestFirst;
        if (known == null) {
            List<Map.Entry<StackLines, Sum>> sorted = new ArrayList<>(stacks.entrySet());
            sorted.sort(PinSite::costliestFirst);
            known = new ArrayList<>(sorted.size());
            for (Map.Entry<StackLines, Sum> entry : sorted) {
                known.add(entry.getKey().stack());
            }
            known = List.copyOf(known);
            costliestFirst = known;
        }
        return known;
    }

    private static int costliestFirst(Map.Entry<StackLines, Sum> one, Map.Entry<StackLines, Sum> other) {
        int order = Sum.HEAVIEST.compare(one.getValue(), other.getValue());
        return order == 0 ? one.getKey().compareTo(other.getKey()) : order;
    }

    /** What its pins cost, by process. */
    Map<String, Sum> byProcess() {
        return byProcess;
    }

    /** What its stacks cost. */
    Map<StackLines, Sum> stacks() {
        return stacks;
    }

    /** The positions of the frames of a stack that may hold monitors too, as no class file of what ran shows them. */
    List<Integer> undecided(StackLines stack) {
        return undecided.getOrDefault(stack, List.of());
    }

    /** The application's innermost methods on its stacks. */
    Set<String> places() {
        return places;
    }

    /** Whether its pins waited for monitors, and events name these. */
    boolean namesMonitors() {
        return !monitors.isEmpty();
    }

    /** By the class of the monitors that its pins wait for; empty where they wait for none, or that is not recorded. */
    Map<String, MonitorUse> monitors() {
        return monitors;
    }

    /** The threads that held these monitors last, before its pins entered them. */
    PreviousOwners holders() {
        PreviousOwners all = new PreviousOwners();
        monitors.values().forEach(use -> all.addAll(use.holders));
        return all;
    }

    /** The threads that ended its waits on these monitors. */
    PreviousOwners enders() {
        PreviousOwners all = new PreviousOwners();
        monitors.values().forEach(use -> all.addAll(use.enders));
        return all;
    }

    /** Where it pins: where one of its causes does. What is not on a truncated stack can pin anywhere. */
    Releases releases() {
        Releases known = releases;
        if (known == null) {
            known = Releases.NONE;
            for (Diagnosis diagnosis : withLines.keySet()) {
                for (PinCause cause : diagnosis.causes()) {
                    known = known.or(cause.releases());
                }
            }
            for (StackLines stack : stacks.keySet()) {
                if (stack.isTruncated()) {
                    known = known.or(Releases.UNKNOWN);
                    break;
                }
            }
            releases = known;
        }
        return known;
    }

    private static int worstFirst(PinSite one, PinSite other) {
        int order = Sum.HEAVIEST.compare(one.sum(), other.sum());
        if (order == 0) {
            order = one.name().compareTo(other.name());
        }
        return order == 0 ? one.key.toString().compareTo(other.key.toString()) : order;
    }

    /**
     * What makes pins of two recordings one site, of whatever build or JDK: methods, without lines, locks and what only some
     * JDKs record. Everyone who counts, compares or judges pins by site uses it, and shows its name.
     *
     * @param name the method that people would look at: theirs that is to blame, or that called what is, or where it was seen
     * @param holder the method that holds the carrier, or where the pin was seen if no frame is to blame
     * @param blocker the call that blocked; empty where it is not known
     */
    public record SiteKey(String name, String holder, String blocker) implements Comparable<SiteKey> {

        /** Whether it is a place in code; not so what stands for pins without a stack. */
        public boolean isInCode() {
            return !name.startsWith("(");
        }

        @Override
        public int compareTo(SiteKey other) {
            int order = name.compareTo(other.name);
            order = order == 0 ? holder.compareTo(other.holder) : order;
            return order == 0 ? blocker.compareTo(other.blocker) : order;
        }
    }
}
