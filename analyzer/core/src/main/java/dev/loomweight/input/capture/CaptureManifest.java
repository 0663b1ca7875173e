package dev.loomweight.input.capture;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureLabels;
import dev.loomweight.capture.ClassFacts;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.InputFile;
import dev.loomweight.capture.Manifest;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.SetSizes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@code capture.json} as {@link CaptureFolder} lays it out.
 *
 * @param info what the collector knew of the target
 * @param experiment what it measured itself, or null where it is of no experiment
 * @param outside whether what it measured was not in the JVM that was captured
 * @param snapshots the snapshots that were taken, in their order
 * @param fromOutside whether it was captured by another process than the target
 * @param lacking what it does not have, and why
 * @param classes where it says that the classes of the target are
 * @param labels what it is of, such as its service and version, by name
 */
record CaptureManifest(
        CaptureInfo info,
        @Nullable ExperimentRun experiment,
        boolean outside,
        List<Snapshot> snapshots,
        boolean fromOutside,
        Lacking lacking,
        TargetClasses classes,
        Map<String, String> labels) {

    /**
     * One snapshot.
     *
     * @param index its place, from 0
     * @param name its meaning
     * @param time when it was taken, or null if that is unknown
     * @param folder its folder's name inside the capture
     * @param missing the parts that could not be taken, and why
     * @param unfinished what it has, or null for one that is finished
     */
    record Snapshot(
            int index,
            String name,
            @Nullable Instant time,
            String folder,
            Map<String, String> missing,
            @Nullable Unfinished unfinished) {}

    /**
     * A snapshot that is being taken, or was when its process or its collector ended. The files that it has are complete.
     *
     * @param wanted how many files it was to have
     * @param lacking those that it does not have
     */
    record Unfinished(int wanted, List<String> lacking) {}

    /**
     * What a capture does not have.
     *
     * @param snapshots why there are none, or null where that needs no reason
     * @param recording why there is no recording, or null where that needs no reason
     * @param pauses when nothing was recorded meanwhile, and why: a sentence each
     */
    record Lacking(@Nullable String snapshots, @Nullable String recording, List<String> pauses) {}

    private static final String WITHOUT_SNAPSHOTS = "withoutSnapshots";
    private static final String WITHOUT_RECORDING = "withoutRecording";

    /** The agent notes the newest 50. */
    private static final int MAX_PAUSES = 50;

    /** No collector writes a longer file, in bytes: that of a day has some hundred kilobytes. */
    private static final int MAX_BYTES = 16 << 20;

    /**
     * Reads it.
     *
     * @param path where it is
     * @param file what messages call it
     * @throws DataException if it is not there, is no JSON object, or was written by a newer Loomweight
     */
    static CaptureManifest read(Path path, String file) {
        JsonObject root;
        try {
            root = JsonParser.parseString(InputFile.text(path, MAX_BYTES)).getAsJsonObject();
        } catch (IOException | JsonParseException | IllegalStateException e) {
            throw unreadable(file, e);
        }
        try {
            return of(root, path, file);
        } catch (IllegalStateException
                | UnsupportedOperationException
                | ArithmeticException
                | NumberFormatException
                | InvalidPathException e) {
            // A value of another kind than it must be, or beyond what is possible.
            throw unreadable(file, e);
        }
    }

    private static CaptureManifest of(JsonObject root, Path path, String file) {
        long version = number(root, "schemaVersion", 0);
        if (version > CaptureFolder.SCHEMA_VERSION) {
            throw new DataException(file + " was written by a newer loomweight (schema " + version
                    + ", this one reads up to " + CaptureFolder.SCHEMA_VERSION + "); update loomweight");
        }
        Path folder = path.toAbsolutePath().getParent();
        List<Snapshot> snapshots = snapshots(root, folder);
        CaptureInfo info = info(root, TargetEnd.of(root, folder, snapshots));
        return new CaptureManifest(
                info,
                experiment(root, info),
                isOutside(root),
                snapshots,
                !List.of("agent", "").contains(text(root, "collector", "")),
                new Lacking(
                        root.has(WITHOUT_SNAPSHOTS) ? text(root, WITHOUT_SNAPSHOTS, "") : null,
                        root.has(WITHOUT_RECORDING) ? text(root, WITHOUT_RECORDING, "") : null,
                        pauses(root)),
                classes(root, info, file),
                labels(root));
    }

    private static List<String> pauses(JsonObject root) {
        List<String> pauses = new ArrayList<>();
        for (JsonElement each : array(root, RollingCapture.PAUSES)) {
            if (each instanceof JsonObject pause && word(pause.get("from")) != null && pauses.size() < MAX_PAUSES) {
                String to = word(pause.get("to"));
                String why = String.valueOf(word(pause.get("why")));
                pauses.add("Nothing was recorded from " + word(pause.get("from")) + (to == null ? " on" : " to " + to)
                        + (text(root, "status", "").contains(why) ? "." : ": " + why + "."));
            }
        }
        return pauses;
    }

    /** What is not as it must be is left out: nothing else of the capture depends on it. */
    private static Map<String, String> labels(JsonObject root) {
        Map<String, String> labels = new TreeMap<>();
        if (root.get(CaptureLabels.KEY) instanceof JsonObject all) {
            for (Map.Entry<String, JsonElement> label : all.entrySet()) {
                String value = word(label.getValue());
                if (value != null
                        && CaptureLabels.isValid(label.getKey(), value)
                        && labels.size() < CaptureLabels.MAX_LABELS) {
                    labels.put(label.getKey(), value);
                }
            }
        }
        return labels;
    }

    /** What is said of a manifest that cannot be read. */
    static DataException unreadable(String file, Exception why) {
        String reason = switch (why) {
            case FileSystemException system -> system.getReason();
            // Its message quotes the text.
            case JsonParseException text -> null;
            default -> why.getMessage();
        };
        return new DataException(
                file + " is not a readable capture.json" + (reason == null ? "" : " (" + reason + ")")
                        + "; name the recording and the texts next to it one by one",
                why);
    }

    private static CaptureInfo info(JsonObject root, CaptureInfo.End end) {
        List<String> command = new ArrayList<>();
        for (JsonElement word : array(root, "command")) {
            command.add(word.getAsString());
        }
        if (command.isEmpty()) {
            command.addAll(setSizes(root));
        }
        Instant started = time(root, "started");
        return new CaptureInfo(
                text(root, "target", "unknown"),
                text(root, "jdk", "unknown"),
                number(root, "pid", -1),
                started == null ? Instant.EPOCH : started,
                command,
                new CaptureInfo.Threads(
                        root.has("kind") ? text(root, "kind", "") : null,
                        number(root, "threadsAsked", 0),
                        number(root, "threadsRan", 0),
                        Math.toIntExact(number(root, "depth", 0)),
                        number(root, "stackSizeBytes", 0)),
                text(root, "status", "unknown"),
                root.get("sweep") instanceof JsonObject sweep ? run(sweep) : null,
                end,
                dumpBudget(root));
    }

    /** Of a command whose words are not kept, the options that set sizes. */
    private static List<String> setSizes(JsonObject root) {
        return root.get(SetSizes.KEY) instanceof JsonObject sizes
                ? SetSizes.FLAGS.stream()
                        .filter(flag -> sizes.get(flag) instanceof JsonPrimitive size && size.isNumber())
                        .map(flag -> "-XX:" + flag + "=" + sizes.get(flag).getAsLong())
                        .toList()
                : List.of();
    }

    private static double dumpBudget(JsonObject root) {
        return root.get(DumpTaker.KEY) instanceof JsonObject dumps
                        && dumps.get("budget") instanceof JsonPrimitive budget
                        && budget.isNumber()
                ? Math.clamp(budget.getAsDouble(), 0, 1)
                : 0;
    }

    /** What is not as it must be is not there: it explains the capture, and is no part of it. */
    private static TargetClasses classes(JsonObject root, CaptureInfo info, String file) {
        List<String> classPath = new ArrayList<>();
        for (JsonElement entry : array(root, ClassFacts.CLASS_PATH)) {
            String path = word(entry);
            if (path != null) {
                classPath.add(path);
            }
        }
        return new TargetClasses(
                file,
                classPath,
                word(root.get(ClassFacts.JAVA_HOME)),
                word(root.get(ClassFacts.MAIN_CLASS)),
                word(root.get(ClassFacts.MAIN_JAR)),
                info.started(),
                info.jdk());
    }

    private static @Nullable String word(@Nullable JsonElement element) {
        return element instanceof JsonPrimitive word && word.isString() ? word.getAsString() : null;
    }

    private static CaptureInfo.Run run(JsonObject sweep) {
        return new CaptureInfo.Run(
                Math.toIntExact(number(sweep, "run", 0)),
                Math.toIntExact(number(sweep, "of", 0)),
                Math.toIntExact(number(sweep, "repeat", 1)));
    }

    private static @Nullable ExperimentRun experiment(JsonObject root, CaptureInfo info) {
        if (!(root.get("experiment") instanceof JsonObject experiment)) {
            return null;
        }
        List<ExperimentRun.Measured> figures = new ArrayList<>();
        for (JsonElement element : array(root, "figures")) {
            if (element instanceof JsonObject figure) {
                figure(figure).ifPresent(figures::add);
            }
        }
        return new ExperimentRun(
                text(experiment, "name", info.target()),
                text(experiment, "part", info.target()),
                text(experiment, "size", ""),
                Math.toIntExact(number(experiment, "repeat", 1)),
                Math.toIntExact(number(experiment, "of", 1)),
                info.jdk(),
                text(root, "machine", ""),
                info.status(),
                figures);
    }

    private static boolean isOutside(JsonObject root) {
        return root.get("experiment") instanceof JsonObject experiment
                && experiment.get("outside") instanceof JsonPrimitive outside
                && outside.getAsBoolean();
    }

    /** A figure, or nothing where a newer Loomweight has a unit that this one does not know. */
    private static Optional<ExperimentRun.Measured> figure(JsonObject figure) {
        String words = text(figure, "value", "");
        try {
            ExperimentRun.Unit unit = ExperimentRun.Unit.valueOf(text(figure, "unit", ""));
            boolean number = unit != ExperimentRun.Unit.WORDS && unit != ExperimentRun.Unit.ABSENT;
            return Optional.of(new ExperimentRun.Measured(
                    text(figure, "key", ""), unit, number ? Long.parseLong(words) : 0, words));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<Snapshot> snapshots(JsonObject root, @Nullable Path capture) {
        List<Snapshot> snapshots = new ArrayList<>();
        for (JsonElement element : array(root, "snapshots")) {
            JsonObject snapshot = element.getAsJsonObject();
            Map<String, String> missing = new LinkedHashMap<>();
            if (snapshot.get("missing") instanceof JsonObject parts) {
                parts.entrySet()
                        .forEach(part ->
                                missing.put(part.getKey(), part.getValue().getAsString()));
            }
            String folder = plainName(text(snapshot, "folder", ""));
            snapshots.add(new Snapshot(
                    Math.toIntExact(number(snapshot, "index", snapshots.size())),
                    text(snapshot, "name", ""),
                    time(snapshot, "time"),
                    folder,
                    missing,
                    unfinished(snapshot, capture == null ? null : capture.resolve(folder))));
        }
        return snapshots;
    }

    private static @Nullable Unfinished unfinished(JsonObject snapshot, @Nullable Path folder) {
        if (!(snapshot.get(Manifest.UNFINISHED) instanceof JsonArray wanted)) {
            return null;
        }
        List<String> lacking = new ArrayList<>();
        for (JsonElement element : wanted) {
            String name = plainName(element.getAsString());
            if (folder == null || !Files.exists(folder.resolve(name))) {
                lacking.add(name);
            }
        }
        return new Unfinished(wanted.size(), lacking);
    }

    /** A capture may come from anywhere: no name in it leads out of its folder. */
    private static String plainName(String name) {
        Path path = Path.of(name);
        if (path.isAbsolute() || path.getNameCount() != 1 || name.equals("..") || name.contains("\\")) {
            throw new IllegalStateException("the snapshot \"" + name + "\" is not the name of a folder in the capture");
        }
        return name;
    }

    static String text(JsonObject object, String key, String otherwise) {
        return object.has(key) ? object.get(key).getAsString() : otherwise;
    }

    static long number(JsonObject object, String key, long otherwise) {
        return object.has(key) ? object.get(key).getAsLong() : otherwise;
    }

    private static JsonArray array(JsonObject object, String key) {
        return object.get(key) instanceof JsonArray array ? array : new JsonArray();
    }

    static @Nullable Instant time(JsonObject object, String key) {
        try {
            return object.has(key) ? Instant.parse(object.get(key).getAsString()) : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
