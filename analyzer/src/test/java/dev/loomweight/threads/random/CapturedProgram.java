package dev.loomweight.threads.random;

import dev.loomweight.threads.random.program.Scene.Closed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A random program as it was captured.
 *
 * @param jdk the feature release of its JDK
 * @param seed what it was drawn from
 * @param truth what is so of it
 * @param sources the files, by short names: {@code j1} to {@code j3} for JSON, {@code t1} to {@code t3} for text,
 *     {@code p1} to {@code p3} for Thread.print, {@code scheduler}, {@code pollers}, {@code owners}, {@code heap}
 */
record CapturedProgram(int jdk, long seed, Truth truth, TreeMap<String, Path> sources) {

    private static final List<String> JSON = List.of("j1", "j2", "j3");
    private static final List<String> TEXT = List.of("t1", "t2", "t3");
    private static final List<String> LIVE =
            List.of("j1", "j2", "j3", "p1", "p2", "p3", "scheduler", "pollers", "owners");

    /**
     * Reads a folder as {@link ProgramCapture} writes it.
     *
     * @param folder named for the seed
     */
    static CapturedProgram of(int jdk, Path folder) throws IOException {
        TreeMap<String, Path> sources = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> {
                String source = source(file.getFileName().toString());
                if (!source.isEmpty()) {
                    sources.put(source, file);
                }
            });
        }
        return new CapturedProgram(
                jdk, Long.parseLong(folder.getFileName().toString()), Truth.read(folder.resolve("truth.txt")), sources);
    }

    private static String source(String file) {
        return switch (file) {
            case "print.txt" -> "p1";
            case "owners.txt", "scheduler.txt", "pollers.txt" -> file.replace(".txt", "");
            case "heap.hprof" -> "heap";
            case "truth.txt" -> "";
            default ->
                file.endsWith(".json")
                        ? "j" + file.charAt(0)
                        : file.startsWith("print-") ? "p" + file.charAt(6) : "t" + file.charAt(0);
        };
    }

    /** Those of some sources that it has. */
    Set<String> having(List<String> names) {
        return names.stream().filter(sources::containsKey).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Set<String> having(List<String> names, String... more) {
        return having(Stream.concat(names.stream(), Stream.of(more)).toList());
    }

    Set<String> json() {
        return having(JSON);
    }

    Set<String> jsonAndPrint() {
        return having(JSON, "p1");
    }

    Set<String> text() {
        return having(TEXT);
    }

    /** Three of Thread.print; nothing where another dump was taken. */
    Set<String> prints() {
        Set<String> prints = having(List.of("p1", "p2", "p3"));
        return prints.size() < 3 ? Set.of() : prints;
    }

    /** What is asked of a running JVM with the agent. */
    Set<String> live() {
        return having(LIVE);
    }

    Set<String> jsonAndHeap() {
        return sources.containsKey("heap") ? having(JSON, "heap") : Set.of();
    }

    /** All but a heap dump. */
    Set<String> all() {
        return having(sources.keySet().stream()
                .filter(source -> !source.equals("heap"))
                .toList());
    }

    /** The subsets of the sources that have a name, each of which users have. */
    List<Set<String>> usual() {
        List<Set<String>> usual = new ArrayList<>(List.of(
                having(List.of("j1")),
                having(JSON.subList(0, 2)),
                json(),
                jsonAndPrint(),
                having(List.of("t1")),
                text(),
                having(TEXT, "p1"),
                having(List.of("p1")),
                having(List.of("p1", "p2", "p3")),
                having(List.of("j1", "owners")),
                having(JSON, "owners"),
                having(JSON, "p1", "scheduler"),
                live(),
                all()));
        if (sources.containsKey("heap")) {
            usual.add(having(List.of("j1", "heap")));
            usual.add(jsonAndHeap());
            usual.add(having(List.of("p1", "heap")));
            usual.add(having(List.copyOf(sources.keySet())));
        }
        return usual.stream().filter(CapturedProgram::hasDump).distinct().toList();
    }

    /** The usual subsets, and others at random. */
    List<Set<String>> subsets(int count) {
        Set<Set<String>> subsets = new LinkedHashSet<>(usual());
        Random random = new Random(seed);
        for (int i = 0; i < 10 * count && subsets.size() < count; i++) {
            Set<String> subset = sources.keySet().stream()
                    .filter(source -> random.nextBoolean())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (hasDump(subset)) {
                subsets.add(subset);
            }
        }
        return List.copyOf(subsets);
    }

    private static boolean hasDump(Set<String> subset) {
        return subset.stream().anyMatch(source -> source.matches("[jtp][123]"));
    }

    /** Whether a hang must be certain from some sources, given where its facts can be observed. */
    boolean isEnough(Set<String> subset, Closed closed) {
        boolean live = subset.containsAll(live());
        boolean heap = jdk >= 25 && subset.contains("heap") && subset.containsAll(json());
        // The agent needs JDK 21.
        return !json().isEmpty()
                && switch (closed) {
                    case NO -> false;
                    case LIVE -> live;
                    case HEAP -> live || heap;
                };
    }

    Path[] paths(Set<String> subset) {
        return subset.stream()
                .map(source -> Objects.requireNonNull(sources.get(source)))
                .toArray(Path[]::new);
    }

    /** The name of a subset. */
    static String label(Set<String> subset) {
        return String.join("+", subset);
    }

    /** Whether a dump of a subset has a thread. */
    boolean shows(Set<String> subset, String thread) throws IOException {
        for (String source : subset) {
            if (source.matches("[jtp][123]")
                    && Files.readString(Objects.requireNonNull(sources.get(source)))
                            .contains("\"" + thread + "\"")) {
                return true;
            }
        }
        return false;
    }
}
