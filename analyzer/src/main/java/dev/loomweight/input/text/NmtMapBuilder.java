package dev.loomweight.input.text;

import dev.loomweight.sample.NmtReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the virtual memory map of a detail report together. 11 and 17 print it upwards, 21 and 25 downwards; it comes
 * out upwards, addresses taken as unsigned.
 */
final class NmtMapBuilder {

    private final List<NmtReport.Region> regions = new ArrayList<>();
    private final List<NmtReport.MappedFile> files = new ArrayList<>();
    private List<NmtReport.Part> parts = new ArrayList<>();
    private List<NmtReport.Allocation> allocations = new ArrayList<>();
    private NmtReport.@Nullable Region region;
    private NmtReport.@Nullable Part part;
    private NmtReport.@Nullable Allocation allocation;
    private @Nullable String file;
    /** The stack that is being read; it goes to whatever was begun last. */
    private @Nullable List<String> frames;

    private List<String> regionFrames = new ArrayList<>();

    /** Begins a region; always true. */
    boolean region(long from, long to, long bytes, boolean whollyCommitted, String category) {
        endRegion();
        region = new NmtReport.Region(from, to, bytes, whollyCommitted, category, List.of(), List.of());
        regionFrames = new ArrayList<>();
        frames = regionFrames;
        return true;
    }

    /** Begins a committed part; false if there is no region that it could belong to. */
    boolean part(long from, long to, long bytes) {
        if (region == null) {
            return false;
        }
        endPart();
        part = new NmtReport.Part(from, to, bytes, List.of());
        frames = new ArrayList<>();
        return true;
    }

    /** Begins a memory file. */
    void file(String name) {
        endFile();
        file = name;
    }

    /** Begins an allocated range; false if there is no file that it could belong to. */
    boolean allocation(long from, long to, long bytes, String category) {
        if (file == null) {
            return false;
        }
        endAllocation();
        allocation = new NmtReport.Allocation(from, to, bytes, category, List.of());
        frames = new ArrayList<>();
        return true;
    }

    /** Takes one frame of what was begun last; false if nothing waits for frames. */
    boolean frame(String frame) {
        return frames != null && frames.add(frame);
    }

    /** A blank line: no more frames for what was begun last. */
    void pause() {
        endPart();
        endAllocation();
        frames = null;
    }

    /** The regions, sorted; nothing can be added afterwards. */
    List<NmtReport.Region> regions() {
        endRegion();
        regions.sort(Comparator.comparing(NmtReport.Region::from, Long::compareUnsigned)
                .thenComparing(NmtReport.Region::to, Long::compareUnsigned));
        return regions;
    }

    /** The memory files in the order of the report. */
    List<NmtReport.MappedFile> files() {
        endFile();
        return files;
    }

    private void endRegion() {
        endPart();
        if (region != null) {
            parts.sort(Comparator.comparing(NmtReport.Part::from, Long::compareUnsigned));
            regions.add(new NmtReport.Region(
                    region.from(),
                    region.to(),
                    region.bytes(),
                    region.whollyCommitted(),
                    region.category(),
                    regionFrames,
                    parts));
            parts = new ArrayList<>();
            region = null;
        }
    }

    private void endPart() {
        if (part != null) {
            parts.add(new NmtReport.Part(part.from(), part.to(), part.bytes(), begun()));
            part = null;
        }
    }

    private void endFile() {
        endAllocation();
        if (file != null) {
            files.add(new NmtReport.MappedFile(file, allocations));
            allocations = new ArrayList<>();
            file = null;
        }
    }

    private void endAllocation() {
        if (allocation != null) {
            allocations.add(new NmtReport.Allocation(
                    allocation.from(), allocation.to(), allocation.bytes(), allocation.category(), begun()));
            allocation = null;
        }
    }

    private List<String> begun() {
        return frames == null ? List.of() : frames;
    }
}
