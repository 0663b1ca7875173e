package dev.loomweight.command;

import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.RecordingFold;
import dev.loomweight.fleet.SampleBytes;
import dev.loomweight.input.capture.FleetInputs;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Some recordings that one thread of one machine folds, one after another: written together, so that what they have in
 * common is written once, and merged before they are. An accumulator; confined to one thread.
 */
public final class FleetBatch implements AutoCloseable {

    private final FleetFolder folder = new FleetFolder(Options.NONE);
    private final FleetSums all = new FleetSums();
    private final SampleBytes.Writer samples = new SampleBytes.Writer();

    /** A batch of nothing yet. */
    public FleetBatch() {}

    /** Folds one recording or capture, as {@link Fleet#fold}. */
    public void fold(Path file, String name, Map<String, String> labels) {
        fold(file, name, labels, Set.of());
    }

    /** The same without some of its chunks, which are folded elsewhere. */
    public void fold(Path file, String name, Map<String, String> labels, Set<Chunk> others) {
        Labels given = Labels.of(labels);
        FleetInputs.Unit unit = new FleetInputs.Unit(file, name, Fleet.size(file), 0);
        FleetSums sums =
                folder.fold(unit, others, count -> {}, 1, (own, found) -> samples.add(own.and(given), found.samples()));
        all.addAll(sums.relabelled(own -> own.and(given)));
    }

    /** What each is known by. */
    public List<Held> held() {
        return all.held();
    }

    /** Counts a recording that could not be fetched among those that cannot tell, as {@link Fleet#unread}. */
    public void unread(String name, long bytes, Map<String, String> labels, String reason) {
        all.addAll(RecordingFold.unread(given(name, labels), name, bytes, reason));
    }

    static Labels given(String name, Map<String, String> labels) {
        return Labels.of(labels).and(Labels.of(Map.of(Fleet.RECORDING, name)));
    }

    /** The fold of all, each recording by itself: for the rows of tables. */
    public byte[] recordings() {
        return FleetBytes.write(all);
    }

    /** The fold of all, without their names: for {@link Fleet#report}. */
    public byte[] merged() {
        return FleetBytes.write(all.withoutNames());
    }

    /** Memory over time of each: for {@link SampleBytes#read}. */
    public byte[] samples() {
        return samples.toBytes();
    }

    /** Closes the class files that explain stacks; what was folded stays. */
    @Override
    public void close() {
        folder.close();
    }
}
