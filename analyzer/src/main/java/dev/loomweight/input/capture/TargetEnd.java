package dev.loomweight.input.capture;

import com.google.gson.JsonObject;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.input.text.CgroupText;
import dev.loomweight.sample.CaptureInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the target of a capture ended: by what its collector counted, and for a collector that ended with it, by its
 * snapshots and what the next one found.
 */
final class TargetEnd {

    /** Far above what the kernel counts. */
    private static final int MOST_BYTES = 1 << 20;

    private TargetEnd() {}

    /**
     * Reads it.
     *
     * @param manifest the capture's
     * @param folder the capture, or null if it is not known where it lies
     */
    static CaptureInfo.End of(JsonObject manifest, @Nullable Path folder, List<CaptureManifest.Snapshot> snapshots) {
        Integer status =
                manifest.has("exitStatus") ? Math.toIntExact(CaptureManifest.number(manifest, "exitStatus", 0)) : null;
        boolean killed = CaptureManifest.text(manifest, "targetEnded", "").equals("killed");
        String file = "";
        long before = 0;
        long after = 0;
        if (manifest.get("oomKills") instanceof JsonObject counted) {
            file = CaptureManifest.text(counted, "file", "");
            before = CaptureManifest.number(counted, "before", 0);
            after = CaptureManifest.number(counted, "after", 0);
        } else if (folder != null) {
            List<Map.Entry<String, Long>> counts = new ArrayList<>();
            for (CaptureManifest.Snapshot snapshot : snapshots) {
                Path text = folder.resolve(snapshot.folder()).resolve(CaptureFolder.Part.CGROUP.fileName());
                add(text, counts);
            }
            int own = counts.size();
            add(folder.resolve(CaptureFolder.CGROUP_AFTER), counts);
            killed |= counts.size() > own;
            if (!counts.isEmpty()) {
                file = counts.getLast().getKey();
                after = counts.getLast().getValue();
                before = first(file, counts);
            }
        }
        return new CaptureInfo.End(CaptureManifest.time(manifest, "ended"), status, killed, file, before, after);
    }

    private static long first(String file, List<Map.Entry<String, Long>> counts) {
        return counts.stream()
                .filter(count -> count.getKey().equals(file))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private static void add(Path text, List<Map.Entry<String, Long>> counts) {
        try {
            if (Files.exists(text)) {
                CgroupText.oomKills(InputFile.text(text, MOST_BYTES).lines().toList())
                        .ifPresent(counts::add);
            }
        } catch (IOException | DataException e) {
            // One count less; the text itself is read again, and what is wrong with it is said there.
        }
    }
}
