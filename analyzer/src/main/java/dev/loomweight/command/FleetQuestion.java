package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.InputFile;
import dev.loomweight.fleet.FleetCheck;
import dev.loomweight.fleet.FleetReport;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.HeldSums;
import dev.loomweight.fleet.LabelTable;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.PathPattern;
import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.capture.FleetInputs;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.kernel.option.Options;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a fleet of recordings shows: folds them on all processors, each once, and reports on all. */
public final class FleetQuestion {

    private static final int MAX_TABLE_BYTES = 256 << 20;

    private final Options given;
    private final ReadingProgress progress;
    private final Labels ofAll;
    private final @Nullable PathPattern pattern;
    private final @Nullable LabelTable table;
    private final FleetSums all = new FleetSums();
    private int done;
    private long doneBytes;

    private FleetQuestion(Options given, ReadingProgress progress) {
        this.given = given;
        this.progress = progress;
        this.ofAll = Labels.of(FleetOptions.labels(given));
        this.pattern = FleetOptions.pattern(given);
        this.table = table(given.find(FleetOptions.LABELS));
    }

    /**
     * The result.
     *
     * @param answer the report, and one line for each folder that could not be read; what recordings could not be read is
     *     in the report
     * @param passed whether every budget was measured and kept
     */
    public record Verdict(Question.Answer answer, boolean passed) {}

    /**
     * Reports.
     *
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if nothing can be read at all, or if a label that is asked for is on no recording
     * @throws CancellationException if the calling thread is interrupted meanwhile
     */
    public static Verdict ask(Options given, ReadingProgress progress) {
        return new FleetQuestion(given, progress).ask();
    }

    private Verdict ask() {
        FleetInputs inputs = FleetInputs.of(given.get(InputOptions.PATHS));
        List<FleetInputs.Unit> units = inputs.units();
        requireAMatch(units);
        List<String> problems = new ArrayList<>(inputs.problems());
        Path folder = given.find(FleetOptions.CACHE);
        if (folder == null) {
            fold(inputs, null);
        } else {
            try (FleetCache cache = new FleetCache(folder, options())) {
                fold(inputs, cache);
                if (!cache.failure().isEmpty()) {
                    problems.add(cache.failure());
                }
            }
        }
        FleetCheck check = new FleetCheck(FleetOptions.limits(given), FleetOptions.knownShare(given));
        List<String> by = FleetReport.by(all, given.get(FleetOptions.BY));
        return new Verdict(
                new Question.Answer(
                        FleetReport.of(all, by, InputOptions.title(given.get(InputOptions.PATHS)), check), problems),
                check.passes(all, by));
    }

    private void fold(FleetInputs inputs, @Nullable FleetCache cache) {
        List<FleetInputs.Unit> units = inputs.units();
        long allBytes = units.stream().mapToLong(FleetInputs.Unit::bytes).sum();
        HeldSums held = new HeldSums(units.size(), number -> units.get(number).name(), inputs.known());
        try (FleetFolder folder = new FleetFolder(given)) {
            read(IntStream.range(0, units.size()).boxed().toList(), units, (number, threads) -> {
                Set<Chunk> others = inputs.shared(units.get(number));
                held.add(number, sums(units.get(number), others, cache, folder, threads), others);
                done(units.get(number), units.size(), allBytes);
            });
            // What compressed ones have was not known before.
            Copies copies = held.copies(this::labelled);
            read(held.toReadAgain(copies), units, (number, threads) -> {
                Set<Chunk> others = copies.shared(units.get(number).name());
                held.add(number, sums(units.get(number), others, cache, folder, threads), others);
            });
            held.addTo(all, copies, (unit, sums) -> labelled(unit, sums, copies));
        }
    }

    private static void read(List<Integer> numbers, List<FleetInputs.Unit> units, ParallelReads.ReadOne one) {
        long[] bytes =
                numbers.stream().mapToLong(number -> units.get(number).bytes()).toArray();
        new ParallelReads().run(bytes, (place, threads) -> one.read(numbers.get(place), threads));
    }

    private FleetSums sums(
            FleetInputs.Unit unit, Set<Chunk> others, @Nullable FleetCache cache, FleetFolder folder, int threads) {
        FleetSums kept = cache == null ? null : cache.get(unit, others);
        if (kept != null) {
            return kept;
        }
        FleetSums sums = folder.fold(unit, others, progress, threads, null);
        if (cache != null && !FleetFolder.isSums(unit)) {
            cache.put(unit, others, sums);
        }
        return sums;
    }

    /** Whoever has a slip in the pattern is not to wait until all is read. The paths in folds are not known yet. */
    private void requireAMatch(List<FleetInputs.Unit> units) {
        if (pattern != null
                && units.stream().noneMatch(unit -> FleetFolder.isFold(unit) || pattern.labels(unit.name()) != null)) {
            throw new DataException("the path of no recording matches --path-pattern; the first is "
                    + units.getFirst().name());
        }
    }

    private synchronized void done(FleetInputs.Unit unit, int units, long allBytes) {
        done++;
        doneBytes += unit.bytes();
        progress.files(done, units, doneBytes, allBytes);
    }

    /** With what is said of its path; a fold file holds several, each with the path that it had when it was folded. */
    private Held labelled(Held held) {
        return held.labelled(
                Labels.of(held.labels()).and(outside(Held.pathOf(held.name()))).values());
    }

    private FleetSums labelled(String unit, FleetSums sums, Copies copies) {
        return sums.relabelled(own -> {
            String name = own.values().getOrDefault(Labels.RECORDING, unit);
            // Those of a copy are complete.
            Labels all = copies.labels(name) == null ? own.and(outside(Held.pathOf(name))) : own;
            return all.without(Labels.RECORDING);
        });
    }

    private Labels outside(String path) {
        Labels labels = Labels.NONE;
        if (pattern != null) {
            Labels found = pattern.labels(path);
            if (found != null) {
                labels = found;
            }
        }
        if (table != null) {
            labels = labels.and(table.labels(path));
        }
        return labels.and(ofAll);
    }

    private static @Nullable LabelTable table(@Nullable Path file) {
        if (file == null) {
            return null;
        }
        try {
            return LabelTable.of(InputFile.text(file, MAX_TABLE_BYTES));
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + CaptureFolder.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new DataException(file + " has no labels: " + e.getMessage(), e);
        }
    }

    /** All that sums depend on, besides their recordings. */
    private String options() {
        Path jdk = given.find(ClassOptions.JDK);
        return String.join(
                "\n",
                given.get(ClassOptions.CLASSPATH).stream()
                        .flatMap(path -> ClassPath.split(path).stream())
                        .map(FleetQuestion::stamped)
                        .collect(Collectors.joining("\n")),
                jdk == null ? "" : stamped(jdk.toString()),
                String.join(",", given.get(ClassOptions.OWN)),
                Integer.toString(given.get(ClassOptions.CARRIERS, 0)),
                ClassOptions.faults(given).added(),
                Long.toString(given.get(InputOptions.MAX_UNPACKED, 0L)));
    }

    /** A change of a class file that is not in a jar does not change the folder that is named. */
    private static String stamped(String entry) {
        String named = entry.endsWith("*") ? entry.substring(0, entry.length() - 1) : entry;
        try {
            long[] stamp = new long[3];
            for (Path path : FolderTree.walk(Path.of(named))) {
                File file = path.toFile();
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    stamp[0]++;
                    stamp[1] += file.length();
                    stamp[2] = Math.max(stamp[2], file.lastModified());
                }
            }
            return entry + " " + Arrays.toString(stamp);
        } catch (IOException | InvalidPathException e) {
            // What is not there, or may not be read, is no class file.
            return entry;
        }
    }
}
