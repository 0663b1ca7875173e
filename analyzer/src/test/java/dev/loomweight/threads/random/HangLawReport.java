package dev.loomweight.threads.random;

import dev.loomweight.cli.CliRun;
import dev.loomweight.threads.random.Answer.Said;
import dev.loomweight.threads.random.HangLaw.Degree;
import dev.loomweight.threads.random.HangLaw.Failure;
import dev.loomweight.threads.random.HangLaw.Rule;
import dev.loomweight.threads.random.Truth.Scene;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Judges captured programs, and prints a table of how well, and all failures.
 *
 * <p>As {@code main}: {@code FOLDER [SUBSETS]}, where the folder has folders named for JDKs, such as {@code 25}, with those
 * that {@link ProgramCapture} made. SUBSETS is how many subsets of the sources are asked of each, 40 where it is left out.
 */
public final class HangLawReport {

    private static final List<Degree> DEGREES = List.of(Degree.values());
    private static final int USUAL_SUBSETS = 40;
    private static final int MAX_EXAMPLES = 3;

    private static final Map<String, Function<CapturedProgram, Set<String>>> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("three JSON dumps", program -> program.jdk() > 17 ? program.json() : Set.of());
        ROWS.put("three JSON, one Thread.print", program -> program.jdk() > 17 ? program.jsonAndPrint() : Set.of());
        ROWS.put("three text dumps", CapturedProgram::text);
        ROWS.put("three Thread.print (JDK 17)", CapturedProgram::prints);
        ROWS.put("as live with the agent", program -> program.jdk() > 17 ? program.live() : Set.of());
        ROWS.put("heap and three JSON", program -> program.jdk() > 17 ? program.jsonAndHeap() : Set.of());
    }

    private final Map<String, int[]> table = new TreeMap<>();
    private final List<Failure> failures = new ArrayList<>();

    /** All programs of a folder, by JDK and seed. */
    static List<CapturedProgram> programs(Path folder) throws IOException {
        List<CapturedProgram> programs = new ArrayList<>();
        for (Path jdk : list(folder, "\\d+")) {
            for (Path seed : list(jdk, "\\d+")) {
                if (Files.exists(seed.resolve("truth.txt"))) {
                    programs.add(CapturedProgram.of(
                            Integer.parseInt(jdk.getFileName().toString()), seed));
                }
            }
        }
        return programs;
    }

    private static List<Path> list(Path folder, String names) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(path -> Files.isDirectory(path)
                            && path.getFileName().toString().matches(names))
                    .sorted(Comparator.comparingLong(
                            path -> Long.parseLong(path.getFileName().toString())))
                    .toList();
        }
    }

    /** What the command {@code faults} prints of some files. */
    static String faults(CapturedProgram program, Set<String> subset) {
        StringWriter out = new StringWriter();
        String[] command = Stream.concat(
                        Stream.of("faults"),
                        Arrays.stream(program.paths(subset)).map(Path::toString))
                .toArray(String[]::new);
        int status = CliRun.run(out, new StringWriter(), command);
        return status + " " + out;
    }

    private void judge(CapturedProgram program, int subsets) throws IOException {
        HangLaw law = new HangLaw(program);
        law.check(program.subsets(subsets));
        failures.addAll(law.checkDoors(program.live(), faults(program, program.live())));
        for (Map.Entry<String, Function<CapturedProgram, Set<String>>> row : ROWS.entrySet()) {
            Set<String> subset = row.getValue().apply(program);
            for (Answer answer : law.answers()) {
                if (!subset.isEmpty() && answer.subset().equals(subset)) {
                    count(row.getKey(), program, law, answer);
                }
            }
        }
    }

    private void count(String row, CapturedProgram program, HangLaw law, Answer answer) throws IOException {
        int[] counts = table.computeIfAbsent(row, key -> new int[8]);
        for (Scene scene : program.truth().scenes()) {
            if (scene.hung()) {
                counts[DEGREES.indexOf(law.degree(answer, scene))]++;
            } else if (scene.number() > 0) {
                int worst = answer.about(scene).stream()
                        .filter(Said::isAlarm)
                        .mapToInt(said -> said.isProblem() ? 2 : 1)
                        .max()
                        .orElse(0);
                counts[DEGREES.size() + worst]++;
            }
        }
    }

    private void print() {
        System.out.printf(
                "%n%-30s | hung scenes: right, warned, wrong cause, limit said with each line, a member in no line"
                        + " | healthy scenes: silent, warned, alarm%n",
                "asked");
        ROWS.keySet().stream()
                .filter(table::containsKey)
                .forEach(row -> System.out.printf("%-30s | %s%n", row, row(Objects.requireNonNull(table.get(row)))));
        System.out.println();
        for (Rule rule : Rule.values()) {
            List<Failure> those =
                    failures.stream().filter(failure -> failure.rule() == rule).toList();
            System.out.println(rule + ": " + those.size() + " failures, of "
                    + those.stream()
                            .map(failure -> failure.program().jdk() + " "
                                    + failure.program().seed())
                            .distinct()
                            .count()
                    + " programs");
            those.stream()
                    .collect(Collectors.groupingBy(HangLawReport::like, TreeMap::new, Collectors.toList()))
                    .entrySet()
                    .stream()
                    .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                    .forEach(entry -> System.out.println("  " + entry.getValue().size() + " " + entry.getKey()
                            + entry.getValue().stream()
                                    .limit(MAX_EXAMPLES)
                                    .map(failure -> "\n      " + failure)
                                    .collect(Collectors.joining())));
        }
    }

    /** Failures that are alike: of one kind, with one verdict. */
    private static String like(Failure failure) {
        String verdict = failure.sentence().replaceFirst("^(from \\[)[^]]*(] )", "$1...$2");
        return failure.kind() + ", "
                + (verdict.length() > 1 && verdict.contains(":") ? verdict.substring(0, verdict.indexOf(':')) : verdict)
                        .replaceAll("\\bs\\d+-", "")
                        .replaceAll("\\d+", "N");
    }

    private static String row(int[] counts) {
        Function<IntStream, String> join =
                some -> some.mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return join.apply(Arrays.stream(counts).limit(DEGREES.size())) + " | "
                + join.apply(Arrays.stream(counts).skip(DEGREES.size()));
    }

    public static void main(String[] args) throws Exception {
        HangLawReport report = new HangLawReport();
        int subsets = args.length > 1 ? Integer.parseInt(args[1]) : USUAL_SUBSETS;
        List<CapturedProgram> programs = programs(Path.of(args[0]));
        for (CapturedProgram program : programs) {
            report.judge(program, subsets);
        }
        System.out.println(programs.size() + " programs, up to " + subsets + " subsets of the sources each");
        report.print();
    }
}
