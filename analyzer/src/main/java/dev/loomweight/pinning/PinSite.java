package dev.loomweight.pinning;

import dev.loomweight.diagnosis.Diagnosis;
import dev.loomweight.diagnosis.PinCause;
import dev.loomweight.diagnosis.PinStack;
import dev.loomweight.diagnosis.Releases;
import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.fold.DurationHistogram;
import dev.loomweight.fold.Sum;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Frames;
import dev.loomweight.sample.StackTrace;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All pins of one diagnosis at one place. */
public final class PinSite {

    /** The costliest first. */
    static final Comparator<PinSite> WORST = Comparator.comparing(PinSite::sum, Sum.HEAVIEST)
            .thenComparing(PinSite::name)
            .thenComparing(site -> site.key.toString());

    private final Key key;
    private final DurationHistogram durations = new DurationHistogram();
    private final DistinctThreads threads = new DistinctThreads();
    private final Map<StackLines, Sum> stacks = new HashMap<>();
    private final Set<String> places = new HashSet<>();
    private final Map<Diagnosis, Sum> withLines = new HashMap<>();
    private final Map<StackLines, List<Integer>> undecided = new HashMap<>();
    private final Map<String, MonitorUse> monitors = new HashMap<>();

    /**
     * What makes pins one site.
     *
     * @param diagnosis without lines
     * @param event the event that recorded it
     * @param place the application's method on the stack, where no frame is to blame; otherwise empty
     */
    public record Key(Diagnosis diagnosis, PinStack.Event event, String place) {

        public static Key of(Diagnosis diagnosis, PinStack pin) {
            boolean blamed = diagnosis.first().frame() != null;
            return new Key(diagnosis.withoutLines(), pin.event(), blamed ? "" : Frames.site(pin.stack()));
        }
    }

    PinSite(Key key) {
        this.key = key;
    }

    void add(Diagnosis diagnosis, PinStack pin, PinGroup group) {
        group.addTo(durations, threads);
        StackLines lines = new StackLines(pin.stack());
        stacks.merge(lines, group.sum(), Sum::plus);
        places.add(Frames.site(pin.stack()));
        withLines.merge(diagnosis.withoutUndecided(), group.sum(), Sum::plus);
        if (!diagnosis.undecided().isEmpty()) {
            undecided.put(lines, diagnosis.undecided());
        }
        String monitorClass = pin.monitorClass();
        if (monitorClass != null) {
            monitors.computeIfAbsent(monitorClass, key -> new MonitorUse()).add(group);
        }
    }

    /** What waits for monitors of one class cost. */
    static final class MonitorUse {
        private final PreviousOwners owners = new PreviousOwners();
        private Sum sum = Sum.NONE;

        private void add(PinGroup group) {
            sum = sum.plus(group.sum());
            group.addTo(owners);
        }

        Sum sum() {
            return sum;
        }

        /** The threads that held these monitors last, or ended the waits. */
        PreviousOwners owners() {
            return owners;
        }
    }

    /** What people call it: their method that is to blame, or called what is, or where it was seen. */
    String name() {
        String method = key.diagnosis.first().method();
        return method == null ? key.place : method;
    }

    /**
     * Where the code is that people would look at.
     *
     * @param sourceFiles the name of the source file of a class; null where it is not known
     * @return null where that is code of the JDK, or there is none
     */
    @Nullable
    Place place(Function<String, @Nullable String> sourceFiles) {
        String method = name();
        int dot = method.lastIndexOf('.');
        if (dot <= 0 || Frames.isJdk(method)) {
            return null;
        }
        String className = method.substring(0, dot);
        PinCause cause = first();
        int line = method.equals(cause.frame()) && cause.line() > 0
                ? cause.line()
                : stacks.entrySet().stream()
                        .filter(stack -> stack.getKey().lineOf(method) > 0)
                        .min(Map.Entry.<StackLines, Sum>comparingByValue(Sum.HEAVIEST)
                                .thenComparingInt(stack -> stack.getKey().lineOf(method)))
                        .map(stack -> stack.getKey().lineOf(method))
                        .orElse(-1);
        return new Place(className, method.substring(dot + 1), line, sourceFiles.apply(className));
    }

    /** The causes with the lines of the costliest stack, the innermost first. */
    List<PinCause> causes() {
        return withLines.entrySet().stream()
                .min(Map.Entry.<Diagnosis, Sum>comparingByValue(Sum.HEAVIEST)
                        .thenComparing(entry -> entry.getKey().toString()))
                .map(entry -> entry.getKey().causes())
                .orElseGet(key.diagnosis::causes);
    }

    /** The innermost cause, with its line. */
    PinCause first() {
        return causes().getFirst();
    }

    Diagnosis diagnosis() {
        return key.diagnosis;
    }

    PinStack.Event event() {
        return key.event;
    }

    DurationHistogram durations() {
        return durations;
    }

    Sum sum() {
        return durations.sum();
    }

    DistinctThreads threads() {
        return threads;
    }

    /** Its stacks, the costliest first. */
    List<StackTrace> costliestFirst() {
        return stacks.entrySet().stream()
                .sorted(Map.Entry.<StackLines, Sum>comparingByValue(Sum.HEAVIEST)
                        .thenComparing(entry -> entry.getKey().toString()))
                .map(entry -> entry.getKey().stack())
                .toList();
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

    /** By the class of the monitors that its pins wait for; empty where they wait for none, or that is not recorded. */
    Map<String, MonitorUse> monitors() {
        return monitors;
    }

    /** The threads that held these monitors last, or ended the waits. */
    PreviousOwners owners() {
        PreviousOwners all = new PreviousOwners();
        monitors.values().forEach(use -> all.addAll(use.owners));
        return all;
    }

    /** Where it pins: where one of its causes does. What is not on a truncated stack can pin anywhere. */
    Releases releases() {
        Releases known = withLines.keySet().stream()
                .flatMap(diagnosis -> diagnosis.causes().stream())
                .map(PinCause::releases)
                .reduce(Releases.NONE, Releases::or);
        return stacks.keySet().stream().anyMatch(StackLines::isTruncated) ? known.or(Releases.UNKNOWN) : known;
    }
}
