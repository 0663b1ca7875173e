package dev.loomweight.program;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One program of an experiment, which runs in its own JVM.
 *
 * @param part its name; that of the experiment where it has only one program
 * @param main its main class, in the package of the experiments
 * @param arguments its arguments, by size
 * @param options further options of its JVM, by size
 * @param threads how many threads it leaves alive for the snapshot, by size; 0 if none
 * @param outside whether it measures a program outside its JVM, so that the JVM itself is of no interest
 */
public record ExperimentProgram(
        String part,
        String main,
        Function<ExperimentSize, List<String>> arguments,
        Function<ExperimentSize, List<String>> options,
        Function<ExperimentSize, Integer> threads,
        boolean outside) {

    private static final String PACKAGE = "dev.loomweight.samples.experiment.";

    /** The programs of each experiment, by its name, in the order in which all are run. */
    public static final Map<String, List<ExperimentProgram>> ALL = all();

    private static Map<String, List<ExperimentProgram>> all() {
        Map<String, List<ExperimentProgram>> all = new LinkedHashMap<>();
        all.put(
                "tasks",
                List.of(
                        of("tasks", "Tasks", ExperimentProgram::tasks),
                        inGo("tasks-go", "GoTasks", ExperimentProgram::tasks)));
        all.put(
                "pools",
                List.of(of(
                        "pools",
                        "Pools",
                        size -> size.of(
                                words(80, 25, 40, 10_000, 20),
                                words(2000, 200, 1000, 2_000_000, 200),
                                words(10_000, 200, 10_000, 20_000_000, 200)))));
        all.put("downstream", ServerPrograms.downstream());
        all.put("ping", ServerPrograms.ping());
        all.put("fetch", ServerPrograms.fetch());
        all.put(
                "continuation",
                List.of(of(
                        "continuation",
                        "Continuations",
                        size -> List.of(),
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED")));
        all.put("handoff", List.of(of("handoff", "Handoff", size -> List.of(), carriers(1), mostCarriers(1))));
        all.put("limits", List.of(threadLocals(), pooling(), pinning(), sleepers()));
        all.put(
                "states",
                List.of(of(
                        "states",
                        "States",
                        size -> List.of(),
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        carriers(3),
                        mostCarriers(3))));
        return all;
    }

    private static List<String> tasks(ExperimentSize size) {
        return size.of(words(200, 400), words(10_000, 20_000), words(10_000, 20_000));
    }

    private static ExperimentProgram threadLocals() {
        return new ExperimentProgram(
                "thread-locals",
                "ThreadLocals",
                size -> words(size.of(2000, 100_000, 100_000), 1024, size.of(20, 200, 200)),
                size -> heap(size.of("128m", "1g", "1g")),
                size -> size.of(2000, 100_000, 100_000),
                false);
    }

    private static ExperimentProgram pooling() {
        return new ExperimentProgram(
                "pooling",
                "Pooling",
                size -> size.of(
                        words(200, 5, 20, 500), words(10_000, 20, 200, 10_000), words(50_000, 20, 200, 100_000)),
                size -> heap(size.of("128m", "512m", "1g")),
                size -> 0,
                false);
    }

    private static ExperimentProgram pinning() {
        return of(
                "pinning",
                "Pinning",
                size -> size.of(words(8, 25), words(64, 50), words(200, 50)),
                carriers(2),
                "--enable-native-access=ALL-UNNAMED");
    }

    private static ExperimentProgram sleepers() {
        return new ExperimentProgram(
                "asleep",
                "Asleep",
                size -> words(size.of(2000, 100_000, 1_000_000)),
                size -> heap(size.of("128m", "512m", "3g")),
                size -> size.of(2000, 100_000, 1_000_000),
                false);
    }

    static ExperimentProgram of(
            String part, String main, Function<ExperimentSize, List<String>> arguments, String... options) {
        return new ExperimentProgram(part, main, arguments, size -> List.of(options), size -> 0, false);
    }

    /** Whether it needs the libraries of the servers. */
    boolean isServer() {
        return main.startsWith(ServerPrograms.PACKAGE);
    }

    /** One that builds a program in Go, and has it measure itself. */
    static ExperimentProgram inGo(String part, String main, Function<ExperimentSize, List<String>> arguments) {
        return new ExperimentProgram(part, main, arguments, size -> List.of(), size -> 0, true);
    }

    /** Its main class with its package. */
    public String mainClass() {
        return PACKAGE + main;
    }

    private static String carriers(int count) {
        return "-Djdk.virtualThreadScheduler.parallelism=" + count;
    }

    private static String mostCarriers(int count) {
        return "-Djdk.virtualThreadScheduler.maxPoolSize=" + count;
    }

    private static List<String> heap(String most) {
        return List.of("-Xmx" + most);
    }

    static List<String> words(Integer... numbers) {
        return Stream.of(numbers).map(String::valueOf).toList();
    }
}
