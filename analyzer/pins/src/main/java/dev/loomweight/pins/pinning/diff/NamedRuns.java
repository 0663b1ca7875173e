package dev.loomweight.pins.pinning.diff;

import dev.loomweight.capture.DataException;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The runs of both sides as a user names them, and the work that each did.
 *
 * @param per the values of {@link #PER}; empty where the work is not known
 */
public record NamedRuns(List<String> per) {

    /** All inputs from the third on, in the order of the command line; {@link #BEFORE} says whose they are. */
    public static final Option<List<Path>> MORE = Option.path(
                    "",
                    "RUN",
                    "Of several runs of each, A1 A2 A3 -- B1 B2 B3: their pins and growth are compared, with the spread"
                            + " between the runs as the error.")
            .repeated();

    /** How many of all inputs are runs of the first side. */
    public static final Option<Integer> BEFORE = Option.ofPrograms(int.class, "runs-before");

    private static final String VIRTUAL_THREADS = "virtual-threads";

    /** What all that pins is compared for. */
    public static final Option<List<String>> PER = Option.text(
                    "--per",
                    "N",
                    "Compare the number of pins for equal work: how many requests, say, each input served, in their"
                            + " order (--per 3200,6400); or virtual-threads, for those that ended, where the recordings"
                            + " have jdk.VirtualThreadEnd.")
            .separated();

    public NamedRuns {
        per = List.copyOf(per);
    }

    /**
     * Checks the work.
     *
     * @throws DataException if it is not one positive number for each input
     */
    public void check(int inputs) {
        if (per.isEmpty() || per.equals(List.of(VIRTUAL_THREADS))) {
            return;
        }
        if (!per.stream().allMatch(number -> number.matches("0*[1-9]\\d{0,14}")) || per.size() != inputs) {
            throw new DataException(
                    "invalid --per '" + String.join(",", per) + "'; expected a positive number for each of the "
                            + inputs + " inputs, for example --per 3200,6400, or virtual-threads");
        }
    }

    /**
     * The runs of one side: which processes are of which of its inputs; one process of several inputs is of the first.
     *
     * @param paths the inputs of that side
     * @param coverage what they recorded
     * @param inputsBefore how many inputs were named before these
     * @param ended the same with the number of virtual threads that ended
     * @throws DataException if the work is not known for each run
     */
    public Runs of(List<Path> paths, Coverage coverage, int inputsBefore, Supplier<Coverage> ended) {
        Map<String, Integer> runOf = runOf(paths, coverage);
        Runs runs = Runs.of(runOf);
        if (per.isEmpty()) {
            return runs;
        }
        if (runs.count() != paths.size()) {
            throw new DataException("--per needs as many runs as inputs, and some of these are of one process");
        }
        return runs.doing(
                per.contains(VIRTUAL_THREADS)
                        ? ended(runs, List.copyOf(runOf.keySet()), ended.get())
                        : per.subList(inputsBefore, inputsBefore + paths.size()).stream()
                                .map(Double::valueOf)
                                .toList());
    }

    /** The same where nothing is said of their work. */
    public static Runs of(List<Path> paths, Coverage coverage) {
        return Runs.of(runOf(paths, coverage));
    }

    private static Map<String, Integer> runOf(List<Path> paths, Coverage coverage) {
        Map<String, Integer> runOf = new LinkedHashMap<>();
        for (Coverage.OfSource source : coverage.sources()) {
            if (!source.events().isEmpty()) {
                Path file = Path.of(source.origin().file());
                int run = IntStream.range(0, paths.size())
                        .filter(i -> file.startsWith(paths.get(i)))
                        .findFirst()
                        .orElse(-1);
                runOf.putIfAbsent(source.origin().subject(), run);
            }
        }
        return runOf;
    }

    /** How many virtual threads ended in each run. */
    private static List<Double> ended(Runs runs, List<String> all, Coverage coverage) {
        List<Double> work = (runs.processes().isEmpty() ? List.of(all) : runs.processes())
                .stream()
                        .map(run -> run.stream()
                                .flatMap(process -> coverage.ofProcess(process).of(VirtualThreadEnd.EVENT).stream())
                                .mapToDouble(Coverage.OfEvent::count)
                                .sum())
                        .toList();
        if (work.stream().anyMatch(count -> count == 0)) {
            throw new DataException("--per virtual-threads: not all inputs have ends of virtual threads"
                    + " (jdk.VirtualThreadEnd, which is off by default); name how much each did, such as --per"
                    + " 3200,6400");
        }
        return work;
    }
}
