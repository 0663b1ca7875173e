package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureState;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the collector wrote about a capture, with the parts that it could not take as notes. */
final class ManifestSource implements Source {

    private final Origin origin;
    private final CaptureManifest manifest;

    ManifestSource(Origin origin, CaptureManifest manifest) {
        this.origin = origin;
        this.manifest = manifest;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        if (interest.wants(CaptureInfo.class)) {
            sinks.get().accept(origin, manifest.info());
        }
        if (manifest.experiment() != null && interest.wants(ExperimentRun.class)) {
            sinks.get().accept(origin, manifest.experiment());
        }
        List<String> notes = new ArrayList<>();
        String status = manifest.info().status();
        switch (CaptureState.of(status)) {
            case COMPLETE -> {}
            case RUNNING, HALTED, CLOSING ->
                notes.add("The capture is unfinished: "
                        + (manifest.fromOutside() ? "loomweight was killed" : "its JVM was killed")
                        + ", or the capture is still running.");
            case STOPPED, NOT_RECORDED -> notes.add("The capture is incomplete: " + status + ".");
            default -> notes.add("The capture ended early: " + status + ".");
        }
        CaptureManifest.Lacking lacking = manifest.lacking();
        if (lacking.snapshots() != null) {
            notes.add("The capture has no snapshots: " + lacking.snapshots() + ".");
        }
        if (lacking.recording() != null && !status.contains(lacking.recording())) {
            notes.add("The capture has no recording: " + lacking.recording() + ".");
        }
        notes.addAll(lacking.pauses());
        notes.addAll(missing(manifest.snapshots()));
        manifest.snapshots().forEach(snapshot -> {
            if (snapshot.unfinished() != null) {
                notes.add(unfinished(snapshot.name(), snapshot.unfinished()));
            }
        });
        return Coverage.of(Coverage.OfSource.text(origin, notes));
    }

    private static String unfinished(String name, CaptureManifest.Unfinished what) {
        int lacking = what.lacking().size();
        return "The snapshot \"" + name + "\" is unfinished: "
                + (lacking == 0
                        ? "all of its files are complete, but perhaps not the last"
                        : (what.wanted() - lacking) + " of " + what.wanted() + " files are complete, without "
                                + String.join(", ", what.lacking()))
                + ".";
    }

    /** What lacks for one reason is one note, and so are snapshots that lack the same: a reason may hold for all. */
    private static List<String> missing(List<CaptureManifest.Snapshot> snapshots) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (CaptureManifest.Snapshot snapshot : snapshots) {
            Map<String, List<String>> parts = new LinkedHashMap<>();
            snapshot.missing()
                    .forEach((part, why) -> parts.computeIfAbsent(why, unused -> new ArrayList<>())
                            .add(part));
            parts.forEach((why, lacking) -> names.computeIfAbsent(
                            " without " + String.join(", ", lacking) + ": " + why + (why.endsWith(".") ? "" : "."),
                            unused -> new ArrayList<>())
                    .add(snapshot.name()));
        }
        return names.entrySet().stream()
                .map(note -> subject(note.getValue()) + note.getKey())
                .toList();
    }

    private static String subject(List<String> names) {
        return names.size() == 1
                ? "The snapshot \"" + names.getFirst() + "\" is"
                : names.size() + " snapshots (\"" + names.getFirst() + "\" to \"" + names.getLast() + "\") are";
    }
}
