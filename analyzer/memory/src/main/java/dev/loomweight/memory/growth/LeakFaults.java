package dev.loomweight.memory.growth;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.faults.Build;
import dev.loomweight.kernel.faults.Fact;
import dev.loomweight.kernel.faults.Facts;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.FaultList;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.faults.Library;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which known faults make the memory of processes grow, by the classes and the places that grew over their snapshots. */
public final class LeakFaults implements Analysis<Results, List<LeakFaults.Leak>> {

    /** Fewer more objects of a class come and go: a pool that fills up, a cache that warms up. */
    private static final long MIN_OBJECTS = 1_000;

    /** Two show that there are more, and not whether that goes on. */
    private static final int MIN_HISTOGRAMS = 3;

    /** How much the number may fall from one histogram to the next, of all that it grew. */
    private static final double MAX_FALL_SHARE = 0.1;

    /** How much of the growth must be in the second half of the histograms. */
    private static final double MIN_LATE_GROWTH_SHARE = 0.25;

    private final KnownFaults faults;
    private final Function<String, @Nullable Archive> jars;

    /**
     * An analysis.
     *
     * @param faults the faults that are tried
     * @param jars what the class file of a class is in, by the name of the class; null where that is not known
     */
    public LeakFaults(KnownFaults faults, Function<String, @Nullable Archive> jars) {
        this.faults = faults;
        this.jars = jars;
    }

    /**
     * What grew in a process.
     *
     * @param name the process
     * @param jdk the version of its JVM; empty where it is not known
     * @param classes those whose objects become more until the last class histogram; null where there are too few histograms
     * @param places the ids of the places that grew; null where that is not known
     */
    public record Leak(
            String name,
            String jdk,
            @Nullable Set<String> classes,
            @Nullable Set<String> places) {}

    @Override
    public String id() {
        return "leakFaults";
    }

    @Override
    public Fold<Results> fold() {
        return Observations.FOLD;
    }

    @Override
    public List<Leak> read(Results results, Coverage coverage) {
        Observations all = Observations.of(results);
        return all.processes().stream().map(process -> leak(all, process)).toList();
    }

    private static Leak leak(Observations all, ObservedProcess process) {
        CaptureInfo info = process.info();
        Optional<ProcessGrowth> growth = all.growth(process);
        return new Leak(
                process.name(),
                info == null ? "" : info.jdk(),
                classes(process),
                growth.map(grown -> grown.places().stream()
                                .filter(Grown::isFinding)
                                .map(one -> one.place().id())
                                .collect(Collectors.toUnmodifiableSet()))
                        .orElse(null));
    }

    private static @Nullable Set<String> classes(ObservedProcess process) {
        List<ClassHistogram> histograms = process.moments().stream()
                .filter(moment -> !moment.unfinished())
                .flatMap(moment -> Stream.ofNullable(moment.snapshot().histogram()))
                .toList();
        if (histograms.size() < MIN_HISTOGRAMS) {
            return null;
        }
        return histograms.getLast().lines().stream()
                .map(ClassHistogram.Line::className)
                .filter(name -> grows(name, histograms))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether objects become more, and go on doing so: what a pool needs at most, it has after a while. */
    private static boolean grows(String className, List<ClassHistogram> histograms) {
        List<Long> objects = histograms.stream()
                .map(histogram -> histogram.instancesOf(className))
                .toList();
        long grown = objects.getLast() - objects.getFirst();
        boolean falls = IntStream.range(1, objects.size())
                .anyMatch(i -> objects.get(i - 1) - objects.get(i) > grown * MAX_FALL_SHARE);
        long grownLately = objects.getLast() - objects.get((objects.size() - 1) / 2);
        return grown >= MIN_OBJECTS && !falls && grownLately >= grown * MIN_LATE_GROWTH_SHARE;
    }

    @Override
    public Section say(List<Leak> leaks, Coverage coverage) {
        List<Finding> findings = new ArrayList<>();
        for (Leak leak : leaks) {
            Facts facts = new Facts();
            if (leak.classes != null) {
                facts.with(Fact.CLASSES, leak.classes);
            }
            if (leak.places != null) {
                facts.with(Fact.GROWS, leak.places);
            }
            faults.match(KnownFaults.MEMORY, facts, Build.of(leak.jdk), library -> version(library, leak))
                    .forEach(match -> findings.add(FaultFindings.of(match, "The growth of " + leak.name)));
        }
        return new Section(id(), FaultList.TITLE, List.of(), findings);
    }

    /** By the jar of one of its classes that grew; empty where no such jar is known. */
    private String version(Library library, Leak leak) {
        Set<String> grown = leak.classes == null ? Set.of() : leak.classes;
        return grown.stream()
                .filter(library::has)
                .sorted()
                .map(name -> library.version(jars.apply(name)))
                .filter(version -> !version.isEmpty())
                .findFirst()
                .orElse("");
    }
}
