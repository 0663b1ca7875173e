package dev.loomweight.memory.threadcost.bounds;

import dev.loomweight.sample.Dumps.ThreadDump;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A run of sites whose chunks were measured by a heap dump.
 *
 * @param how in what way it was run
 * @param jdk the feature release of its JDK
 * @param sites as the heap dump has them
 */
record RecordedSites(String how, String jdk, long chunks, long chunkBytes, List<Site> sites) {

    private static final int MOMENTS = 5;

    /**
     * A site.
     *
     * @param bytes what its chunks take together
     * @param seen the sizes of those of them that were recorded as allocated
     */
    record Site(String name, long threads, int frames, long bytes, List<Long> seen) {

        double each() {
            return (double) bytes / threads;
        }
    }

    /** All runs of which one moment was measured. */
    static List<RecordedSites> all() throws IOException {
        return read("sites.txt");
    }

    /** All runs of which several moments were measured. */
    static List<List<RecordedSites>> ofMoments() throws IOException {
        List<RecordedSites> all = read("moments.txt");
        return IntStream.range(0, all.size() / MOMENTS)
                .mapToObj(run -> all.subList(run * MOMENTS, (run + 1) * MOMENTS))
                .toList();
    }

    private static List<RecordedSites> read(String name) throws IOException {
        try (var in = Objects.requireNonNull(RecordedSites.class.getResourceAsStream("/threadcost/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(RecordedSites::of)
                    .toList();
        }
    }

    private static RecordedSites of(String line) {
        List<String> words = List.of(line.split(" ", -1));
        return new RecordedSites(
                words.get(0),
                words.get(1),
                Long.parseLong(words.get(2)),
                Long.parseLong(words.get(3)),
                words.subList(4, words.size()).stream().map(RecordedSites::site).toList());
    }

    private static Site site(String word) {
        String[] cells = word.split(":", -1);
        List<Long> seen = new ArrayList<>();
        if (cells.length > 4 && !cells[4].equals("-")) {
            for (String size : cells[4].split(",", -1)) {
                String[] times = size.split("\\*", -1);
                seen.addAll(Collections.nCopies(Integer.parseInt(times[1]), Long.valueOf(times[0])));
            }
        }
        return new Site(cells[0], Long.parseLong(cells[1]), Integer.parseInt(cells[2]), Long.parseLong(cells[3]), seen);
    }

    /** What a thread dump and a histogram show of it, without and with the recording. */
    List<MeanBounds> bounds(boolean withRecording) {
        return ChunkBounds.of(moment(withRecording));
    }

    DumpedMoment moment(boolean withRecording) {
        return new DumpedMoment(
                sites.stream()
                        .map(site -> new Standing(
                                site.threads,
                                List.of(Sites.stack(site.frames, ThreadDump.Extent.COMPLETE)),
                                0,
                                withRecording ? site.seen : List.of()))
                        .toList(),
                chunks,
                chunkBytes);
    }

    /** The share of a site of all threads. */
    double share(Site site) {
        return (double) site.threads / sites.stream().mapToLong(Site::threads).sum();
    }
}
