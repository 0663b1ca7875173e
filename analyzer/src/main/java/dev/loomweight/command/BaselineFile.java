package dev.loomweight.command;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.fleet.budget.Baseline;
import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.kernel.stacks.StackMethods;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.output.WholeFile;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.OfStack;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A baseline as a JSON file: the figures of a recording as they were found, with the holders that the class files of that
 * time showed. So a later check needs neither the recording nor its class files. {@code docs/check.md} describes it.
 */
public final class BaselineFile {

    /** The version that is written; others are refused. */
    private static final int VERSION = 1;

    private static final String VERSION_KEY = "baselineVersion";
    private static final int MAX_BYTES = 128 << 20;
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

    private BaselineFile() {}

    /** The file, with its keys; files before 2026-12 do not have when memory was measured. */
    private record Stored(
            int baselineVersion,
            Pins pins,
            Map<String, StoredFigure> figures,
            Map<String, Long> lastMemoryBytes,
            @Nullable Map<String, Long> lastMemoryNanos) {}

    /** @param shortestNanos shorter pins were not recorded */
    private record Pins(
            String missing,
            long recordedNanos,
            @Nullable Long shortestNanos,
            boolean monitorsPin,
            List<String> methods,
            List<StoredSite> sites) {}

    private record StoredSite(
            String name,
            String holder,
            String blocker,
            List<String> causes,
            String cause,
            boolean own,
            boolean blamed,
            String summary,
            String solution,
            List<StoredStack> stacks,
            @Nullable StoredSpread spread) {}

    /** By slices of the recorded time; files before 2026-12 do not have it, and some of that month no logarithms. */
    private record StoredSpread(
            @Nullable List<Long> pinsCounts,
            @Nullable List<Long> nanos,
            @Nullable List<Double> logs,
            double squareNanos,
            double squareLogs,
            long marginalCount) {}

    /** Methods are indexes into the list of all. */
    @SuppressWarnings("ArrayRecordComponent") // as the file has them; they are never compared
    private record StoredStack(
            String event,
            int[] methods,
            boolean truncated,
            int[] undecided,
            long pinsCount,
            long totalNanos,
            long maxNanos) {}

    private record StoredFigure(long amount, String missing) {}

    /** Whether a path names one: a file that ends in {@code .json} and has its version. */
    public static boolean isOne(Path path) {
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".json") || !Files.isRegularFile(path)) {
            return false;
        }
        try {
            return InputFile.text(path, MAX_BYTES).contains("\"" + VERSION_KEY + "\"");
        } catch (IOException e) {
            throw new DataException("cannot read " + path + ": " + CaptureFolder.reason(e), e);
        }
    }

    /**
     * Writes a baseline, completely or not at all.
     *
     * @throws DataException if it cannot be written
     */
    static void write(Path file, Baseline baseline) {
        Numbering methods = new Numbering();
        List<StoredSite> sites = baseline.pins().sites().stream()
                .map(site -> stored(site, methods))
                .toList();
        Map<String, StoredFigure> figures = new LinkedHashMap<>();
        for (Figure<?> figure : CheckOptions.FIGURES.all()) {
            Measured measured = baseline.figures().get(figure.id());
            if (measured != null) {
                figures.put(figure.id(), new StoredFigure(measured.amount(), measured.missing()));
            }
        }
        Stored stored = new Stored(
                VERSION,
                new Pins(
                        baseline.missingPins(),
                        baseline.pins().recorded().toNanos(),
                        baseline.shortest().toNanos(),
                        baseline.pins().monitorsPin(),
                        methods.all,
                        sites),
                figures,
                baseline.memory().last(),
                baseline.memory().lastNanos());
        try {
            WholeFile.write(file, GSON.toJson(stored) + "\n");
        } catch (IOException e) {
            throw new DataException("cannot write " + file + ": " + CaptureFolder.reason(e), e);
        }
    }

    private static StoredSite stored(Site site, Numbering methods) {
        return new StoredSite(
                site.name(),
                site.key().holder(),
                site.key().blocker(),
                site.causeIds(),
                site.cause(),
                site.own(),
                site.blamed(),
                site.summary(),
                site.words().solution(),
                site.stacks().stream()
                        .map(stack -> new StoredStack(
                                stack.methods().eventType(),
                                methods.of(stack.methods().methods()),
                                stack.methods().truncated(),
                                methods.of(stack.undecided()),
                                stack.sum().count(),
                                stack.sum().nanos(),
                                stack.sum().maxNanos()))
                        .toList(),
                site.spread().isKnown()
                        ? new StoredSpread(
                                site.spread().counts(),
                                site.spread().nanos(),
                                site.spread().logs(),
                                site.spread().squares(),
                                site.spread().logSquares(),
                                site.spread().marginal())
                        : null);
    }

    /** Numbers methods in the order in which they are first seen. */
    private static final class Numbering {
        private final List<String> all = new ArrayList<>();
        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        int[] of(List<String> methods) {
            return methods.stream()
                    .mapToInt(method -> numbers.computeIfAbsent(method, key -> {
                        all.add(key);
                        return all.size() - 1;
                    }))
                    .toArray();
        }
    }

    /**
     * Reads a baseline.
     *
     * @throws DataException if it cannot be read, or is of a version that is not known
     */
    public static Baseline read(Path file) {
        try {
            JsonElement json = JsonParser.parseString(InputFile.text(file, MAX_BYTES));
            JsonObject object = json.getAsJsonObject();
            int version = object.get(VERSION_KEY).getAsInt();
            if (version != VERSION) {
                throw new DataException(file + " is a baseline of version " + version + ", and this loomweight reads "
                        + VERSION + "; save it again with --save-baseline");
            }
            return baseline(present(GSON.fromJson(object, Stored.class)));
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + CaptureFolder.reason(e), e);
        } catch (JsonParseException
                | IllegalStateException
                | UnsupportedOperationException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException e) {
            throw new DataException(
                    file + " is not a complete baseline; save it again with --save-baseline " + file, e);
        }
    }

    private static Baseline baseline(Stored stored) {
        Pins pins = present(stored.pins);
        List<Site> sites = new ArrayList<>();
        for (StoredSite site : present(pins.sites)) {
            sites.add(site(site, present(pins.methods)));
        }
        Map<String, Measured> figures = new LinkedHashMap<>();
        present(stored.figures)
                .forEach((id, figure) -> figures.put(id, new Measured(figure.amount, "", present(figure.missing))));
        return new Baseline(
                new PinCensus(sites, List.of(), Duration.ofNanos(pins.recordedNanos), pins.monitorsPin),
                present(pins.missing),
                Duration.ofNanos(present(pins.shortestNanos)),
                figures,
                MemoryFigures.ofLast(
                        present(stored.lastMemoryBytes),
                        stored.lastMemoryNanos == null ? Map.of() : stored.lastMemoryNanos));
    }

    private static Site site(StoredSite site, List<String> methods) {
        List<OfStack> stacks = new ArrayList<>();
        Sum all = Sum.NONE;
        for (StoredStack stack : present(site.stacks)) {
            Sum sum = new Sum(stack.pinsCount, stack.totalNanos, stack.maxNanos);
            stacks.add(new OfStack(
                    new StackMethods(present(stack.event), named(stack.methods, methods), stack.truncated),
                    sum,
                    named(stack.undecided, methods)));
            all = all.plus(sum);
        }
        return new Site(
                new SiteKey(present(site.name), present(site.holder), present(site.blocker)),
                present(site.causes),
                present(site.cause),
                site.own,
                all,
                new Site.Words(null, present(site.summary), present(site.solution)),
                site.blamed,
                stacks,
                List.of(),
                spread(site.spread),
                Map.of());
    }

    private static SlicedSpread spread(@Nullable StoredSpread stored) {
        return stored == null
                ? SlicedSpread.UNKNOWN
                : new SlicedSpread(
                        present(stored.pinsCounts),
                        present(stored.nanos),
                        stored.logs == null ? List.of() : stored.logs,
                        stored.squareNanos,
                        stored.squareLogs,
                        stored.marginalCount);
    }

    private static List<String> named(int[] numbers, List<String> methods) {
        List<String> named = new ArrayList<>();
        for (int number : present(numbers)) {
            named.add(methods.get(number));
        }
        return named;
    }

    /** The parser leaves null what a file does not have. */
    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new JsonParseException("a key is missing");
        }
        return value;
    }
}
