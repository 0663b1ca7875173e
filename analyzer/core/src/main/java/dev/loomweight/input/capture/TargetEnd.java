package dev.loomweight.input.capture;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.FailureLog;
import dev.loomweight.capture.InputFile;
import dev.loomweight.input.text.CgroupText;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.KillCount.Group;
import dev.loomweight.sample.GroupTexts.KillCount.Since;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the target of a capture ended: by what its collector counted, and for a collector that ended with it, by its
 * snapshots and what the next one found.
 */
final class TargetEnd {

    /** Far above what the kernel counts. */
    private static final int MAX_BYTES = 1 << 20;

    /** Far above what the JVM writes before it begins a new file. */
    private static final int MAX_LOG_BYTES = 8 << 20;

    /** What {@code run} and {@code record} counted. */
    private static final String KEY = "oomKills";

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
        KillCount count = KillCount.NONE;
        if (manifest.get(KEY) instanceof JsonObject counted) {
            count = new KillCount(
                    CaptureManifest.text(counted, "file", ""),
                    CaptureManifest.number(counted, "before", 0),
                    CaptureManifest.number(counted, "after", 0),
                    Since.START,
                    group(CaptureManifest.text(counted, "group", "")));
        } else if (folder != null) {
            List<List<String>> own = new ArrayList<>();
            for (CaptureManifest.Snapshot snapshot : snapshots) {
                Path text = folder.resolve(snapshot.folder()).resolve(CaptureFolder.Part.CGROUP.fileName());
                lines(text).ifPresent(own::add);
            }
            Optional<List<String>> after = lines(folder.resolve(CaptureFolder.CGROUP_AFTER));
            // Only the next start of an application whose capture has no end writes it.
            killed |= after.isPresent();
            count = after.isPresent() ? found(own, after.get()) : seen(own);
        }
        return new CaptureInfo.End(
                CaptureManifest.time(manifest, "ended"),
                CaptureManifest.time(manifest, "exited"),
                status,
                killed,
                count,
                threads(manifest),
                folder == null ? null : log(folder, CaptureManifest.number(manifest, FailureLog.HEAP_MAX, -1)),
                printed(manifest));
    }

    private static ThreadLimit threads(JsonObject manifest) {
        return manifest.get("pids") instanceof JsonObject pids
                ? new ThreadLimit(
                        CaptureManifest.text(pids, "file", ""),
                        CaptureManifest.number(pids, "max", -1),
                        CaptureManifest.number(pids, "refused", 0))
                : ThreadLimit.NONE;
    }

    private static List<OutOfMemory> printed(JsonObject manifest) {
        List<OutOfMemory> printed = new ArrayList<>();
        if (manifest.get("printedErrors") instanceof JsonArray errors) {
            for (JsonElement element : errors) {
                if (element instanceof JsonObject error) {
                    boolean end = error.get("end") instanceof JsonPrimitive ended && ended.getAsBoolean();
                    printed.add(new OutOfMemory(
                            Kind.of(CaptureManifest.text(error, "message", "")),
                            null,
                            -1,
                            -1,
                            CaptureManifest.text(error, "thread", ""),
                            end ? Source.PRINTED_END : Source.PRINTED));
                }
            }
        }
        return printed;
    }

    /** The log, and before it what the JVM has put aside because it had grown too long. */
    private static @Nullable JvmLog log(Path folder, long heapMaxBytes) {
        List<String> lines = new ArrayList<>();
        for (String name : List.of(CaptureFolder.JVM_LOG + ".0", CaptureFolder.JVM_LOG)) {
            try {
                Path file = folder.resolve(name);
                if (Files.exists(file)) {
                    InputFile.text(file, MAX_LOG_BYTES).lines().forEach(lines::add);
                }
            } catch (IOException | DataException e) {
                // It explains the end, and is no part of the capture.
            }
        }
        return lines.isEmpty() ? null : JvmLogText.read(lines, heapMaxBytes);
    }

    /** What older versions wrote does not say whether the group was there to the end. */
    private static Group group(String word) {
        return switch (word) {
            case "same" -> Group.SAME;
            case "removed" -> Group.REMOVED;
            default -> Group.UNKNOWN;
        };
    }

    /** What the kernel counted while the process was observed. */
    private static KillCount seen(List<List<String>> own) {
        Map.Entry<String, Long> last = last(own);
        if (last == null) {
            return KillCount.NONE;
        }
        long first = own.stream()
                .flatMap(lines -> CgroupText.oomKills(lines).stream())
                .filter(count -> count.getKey().equals(last.getKey()))
                .mapToLong(Map.Entry::getValue)
                .findFirst()
                .orElse(last.getValue());
        return new KillCount(last.getKey(), first, last.getValue(), Since.START, Group.UNKNOWN);
    }

    /** What the next start of the application found. Kills before the last snapshot were of other processes. */
    private static KillCount found(List<List<String>> own, List<String> after) {
        Map.Entry<String, Long> before = last(own);
        Map.Entry<String, Long> now = CgroupText.oomKills(after).orElse(null);
        if (before == null || now == null) {
            Map.Entry<String, Long> one = before == null ? now : before;
            return one == null
                    ? KillCount.NONE
                    : new KillCount(one.getKey(), one.getValue(), one.getValue(), Since.LAST_SNAPSHOT, Group.UNKNOWN);
        }
        Group group = switch (CgroupText.identity(own.getLast(), after)) {
            case SAME -> Group.SAME;
            case OTHER -> Group.OTHER;
            case UNKNOWN -> Group.UNKNOWN;
        };
        return new KillCount(before.getKey(), before.getValue(), now.getValue(), Since.LAST_SNAPSHOT, group);
    }

    private static Map.@Nullable Entry<String, Long> last(List<List<String>> own) {
        return own.isEmpty() ? null : CgroupText.oomKills(own.getLast()).orElse(null);
    }

    private static Optional<List<String>> lines(Path text) {
        try {
            return Files.exists(text)
                    ? Optional.of(InputFile.text(text, MAX_BYTES).lines().toList())
                    : Optional.empty();
        } catch (IOException | DataException e) {
            // One count less; the text itself is read again, and what is wrong with it is said there.
            return Optional.empty();
        }
    }
}
