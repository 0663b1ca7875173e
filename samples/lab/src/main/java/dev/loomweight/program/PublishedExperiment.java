package dev.loomweight.program;

import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.program.SampleRequest.Jvm;
import dev.loomweight.program.SampleRequest.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The programs of a published experiment.
 *
 * @param name one of {@link #names}
 * @param size how large
 * @param port the port on which a program that serves listens, to 65535; 0 for any free port
 */
public record PublishedExperiment(String name, ExperimentSize size, int port) implements Programs {

    /** A program that takes longer hangs. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final Duration LIMIT_FULL = Duration.ofMinutes(60);

    private static final String GO = "loomweight.go";
    private static final int REPEATS = 3;

    /** Default repetitions of the longer experiments: their time is that of their load. */
    private static final Map<String, Integer> FEWER_REPEATS = Map.of("downstream", 1, "ping", 1);

    /** The names of the experiments, in the order in which all of them are run. */
    public static List<String> names() {
        return List.copyOf(ExperimentProgram.ALL.keySet());
    }

    /** How many times each program of an experiment is run on each JDK by default. */
    public static int repeats(String name) {
        return FEWER_REPEATS.getOrDefault(name, REPEATS);
    }

    /** The JDKs run side by side, so that the machine is the same for all; the repetition is outermost. */
    @Override
    public List<Run> plan(RunRequest request, List<TargetJdk> jdks) {
        List<ExperimentProgram> programs = ExperimentProgram.ALL.get(name);
        if (programs == null) {
            throw new DataException("there is no experiment " + name + "; there are " + String.join(", ", names()));
        }
        String machine = Machine.describe();
        List<Run> plan = new ArrayList<>();
        for (int repeat = 1; repeat <= request.repeats(); repeat++) {
            for (ExperimentProgram program : programs) {
                for (TargetJdk jdk : jdks) {
                    Map<String, ?> known = Map.of(
                            // The JVM itself replaces the JDK once it is up.
                            "jdk",
                            jdk.runtimeVersion(),
                            "experiment",
                            place(program, repeat, request.repeats()),
                            "machine",
                            machine);
                    String capture = String.format(
                            Locale.ROOT, "%03d-%s-jdk%s.lw", plan.size() + 1, program.part(), jdk.version());
                    plan.add(new Run(
                            program.part() + ", JDK " + jdk.version(),
                            program,
                            new SampleRequest(
                                    name,
                                    jvm(program, jdk),
                                    threads(program),
                                    known,
                                    true,
                                    request.settle(),
                                    size == ExperimentSize.FULL ? LIMIT_FULL : LIMIT,
                                    request.folder().resolve(capture))));
                }
            }
        }
        return plan;
    }

    private Map<String, Object> place(ExperimentProgram program, int repeat, int of) {
        Map<String, Object> place = new LinkedHashMap<>();
        place.put("name", name);
        place.put("part", program.part());
        place.put("size", size.word());
        place.put("repeat", repeat);
        place.put("of", of);
        if (program.outside()) {
            place.put("outside", true);
        }
        return place;
    }

    /** All threads that any of the programs leaves alive are virtual. */
    private Threads threads(ExperimentProgram program) {
        int count = program.threads().apply(size);
        return count > 0 ? new Threads(SleeperPrograms.Kind.VIRTUAL.word(), count, 0) : Threads.NONE;
    }

    private Jvm jvm(ExperimentProgram program, TargetJdk jdk) {
        List<String> options = new ArrayList<>(program.options().apply(size));
        if (port != 0) {
            options.add("-Dloomweight.port=" + port);
        }
        // The command go, if it is not on the PATH.
        String go = System.getProperty(GO);
        if (go != null) {
            options.add("-D" + GO + "=" + go);
        }
        return new Jvm(
                jdk.java(),
                options,
                program.isServer() ? SamplesJar.classPathOfServers() : SamplesJar.classPath(),
                program.mainClass(),
                program.arguments().apply(size));
    }
}
