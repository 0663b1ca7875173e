package dev.loomweight.spark;

import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.SampleBytes;
import dev.loomweight.input.folded.Copies;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Of what a task has folded, writes again what counts: without the recordings that others have, and without those that were
 * folded again without what others have.
 *
 * @param hadoop how file systems are reached
 * @param working where it is read and written
 * @param copies which recordings others have
 * @param again whether it is what was folded again
 */
record CountOnce(Broadcast<SerializableConfiguration> hadoop, String working, Broadcast<Copies> copies, boolean again)
        implements Function<String, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public String call(String file) throws IOException {
        WorkingFolder folder = WorkingFolder.of(working, hadoop.value().value());
        Copies all = copies.value();
        Predicate<String> counts =
                name -> !all.isLeftOut(name) && (again || all.shared(name).isEmpty());
        FleetSums sums = FleetBytes.read(folder.read(file, WorkingFolder.Part.RECORDINGS), "a fold")
                .counted(all)
                .only(counts);
        String written = "counted-" + file;
        folder.write(
                written,
                FleetBytes.write(sums.withoutNames()),
                FleetBytes.write(sums),
                SampleBytes.only(folder.read(file, WorkingFolder.Part.SAMPLES), counts));
        return written;
    }
}
