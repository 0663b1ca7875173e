package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.reader.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is known of the chunks of recordings and folds before any is read, so that a copy, or a recording next to its fold,
 * need not be: the headers of recordings, and what folds say. Of what is compressed it is known when it was unpacked.
 */
final class KnownChunks {

    private static final String RECORDING = ".jfr";

    private final Map<Path, List<Held>> held = new LinkedHashMap<>();

    private KnownChunks() {}

    /**
     * Looks at some files and captures.
     *
     * @param named each, and what messages call it
     */
    static KnownChunks of(Map<Path, String> named) {
        KnownChunks known = new KnownChunks();
        named.forEach((path, name) -> {
            if (endsWith(path, FolderContents.FOLD) && FoldedUnits.isOne(path)) {
                known.addFold(path, name);
            }
        });
        // Of a capture all parts must be looked for, which pays where a fold may have them.
        boolean folds = !known.held.isEmpty();
        named.forEach((path, name) -> {
            if (endsWith(path, RECORDING)) {
                known.addRecording(path, name);
            } else if (folds && Files.isDirectory(path)) {
                known.addCapture(path, name);
            }
        });
        return known;
    }

    private static boolean endsWith(Path path, String ending) {
        return path.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    private void addFold(Path path, String name) {
        try {
            List<Held> parts = new ArrayList<>();
            for (FoldUnit part : FoldedUnits.read(path, name).units()) {
                parts.add(new Held(
                        Held.nameOf(name, pathOf(part)),
                        Kind.FOLD,
                        part.head().chunks(),
                        part.head().labels()));
            }
            held.put(path, parts);
        } catch (DataException e) {
            // Its reading will say why.
        }
    }

    /** Where what was folded was, with slashes. */
    static String pathOf(FoldUnit part) {
        List<Source> sources =
                List.copyOf(FoldedSource.of(part, part.head().names().getFirst()));
        String path = sources.size() == 1
                ? sources.getFirst().origin().file()
                : part.head().paths().getFirst();
        return path.replace('\\', '/');
    }

    private void addRecording(Path path, String name) {
        try {
            held.put(
                    path,
                    List.of(new Held(
                            name,
                            Kind.RECORDING,
                            Identity.chunks(Recording.of(path).chunks()))));
        } catch (IOException e) {
            // Its reading will say why.
        }
    }

    private void addCapture(Path path, String name) {
        try (Inputs inputs = Inputs.open(List.of(path), ReaderChoice.AUTO)) {
            held.put(path, List.of(FleetInputs.held(name, inputs.sources()).labelled(inputs.labels(manifest -> true))));
        } catch (DataException e) {
            // Its reading will say why.
        }
    }

    /** All of which something is known. */
    List<Held> all() {
        return held.values().stream().flatMap(Collection::stream).toList();
    }

    /** What is known of one file or capture: several of a fold file with several parts, none where nothing is known. */
    List<Held> of(Path path) {
        return held.getOrDefault(path, List.of());
    }

    /** Whether nothing of it needs to be read, whatever is known later. */
    boolean isLeftOut(Path path, Copies copies) {
        List<Held> all = of(path);
        return !all.isEmpty() && all.stream().allMatch(one -> copies.isCertain(one.name()));
    }
}
