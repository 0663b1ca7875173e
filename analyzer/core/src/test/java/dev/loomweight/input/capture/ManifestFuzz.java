package dev.loomweight.input.capture;

import dev.loomweight.fuzz.Law;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Any bytes as a {@code capture.json}. */
public final class ManifestFuzz {

    private static final Path FOLDER = Path.of("captures", "app.lw");

    private ManifestFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Law.holdsForFile(input, "capture.json", file -> {
            for (CaptureManifest.Snapshot snapshot :
                    CaptureManifest.read(file, "capture.json").snapshots()) {
                Path folder = FOLDER.resolve(snapshot.folder()).normalize();
                if (!folder.startsWith(FOLDER)) {
                    throw new AssertionError("a folder outside of the capture: " + folder);
                }
            }
        });
    }

    /** Manifests of a run of one's own, of a sweep, and of an experiment. */
    public static List<byte[]> seeds() {
        String plain = """
                {"schemaVersion": 1, "target": "sleepers", "kind": "virtual", "jdk": "25.0.3+9", "pid": 17,
                 "started": "2026-11-01T10:00:00Z", "command": ["java", "-jar", "app.jar"], "threadsAsked": 4001,
                 "threadsRan": 4001, "depth": 3, "stackSizeBytes": 1048576, "status": "exit 0",
                 "sweep": {"run": 1, "of": 4, "repeat": 2},
                 "snapshots": [{"index": 0, "name": "before", "time": "2026-11-01T10:00:01Z", "folder": "000-1",
                   "missing": {"smaps": "permission denied"}}, {"index": 1, "folder": "001-9",
                   "unfinished": ["nmt.txt", "smaps"]}]}
                """;
        String experiment = """
                {"schemaVersion": 1, "target": "x", "jdk": "21", "pid": 1, "started": "no time",
                 "experiment": {"name": "tasks", "part": "virtual", "size": "small", "repeat": 2, "of": 3, "outside": true},
                 "machine": "2 cores", "figures": [{"key": "k", "unit": "NANOS", "value": "5"},
                   {"key": "w", "unit": "WORDS", "value": "none"}, {"unit": "LATER"}]}
                """;
        return List.of(plain.getBytes(StandardCharsets.UTF_8), experiment.getBytes(StandardCharsets.UTF_8));
    }
}
