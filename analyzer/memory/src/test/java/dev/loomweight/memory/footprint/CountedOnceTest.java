package dev.loomweight.memory.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.Smaps.Mapping;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages that are mapped several times, by mappings of which every page is known. */
class CountedOnceTest {

    private static final long MB = 1 << 20;
    private static final String HEAP = "/memfd:java_heap (deleted)";
    private static final long[] VIEWS = {1L << 42, 1L << 43, 1L << 44};

    @Test
    void threeViewsOfAFileAreTheFile() {
        CountedOnce once = of(
                mapping(VIEWS[0], 30 * MB, HEAP, 30 * MB, 10 * MB, "00:01 7", 0),
                mapping(VIEWS[1], 30 * MB, HEAP, 30 * MB, 10 * MB, "00:01 7", 0),
                mapping(VIEWS[2], 30 * MB, HEAP, 30 * MB, 10 * MB, "00:01 7", 0),
                mapping(0x7f00_0000_0000L, 30 * MB, "", 5 * MB, 5 * MB, "", 0));

        assertThat(resident(once)).isEqualTo(35 * MB);
        assertThat(once.againBytes()).isEqualTo(60 * MB);
        assertThat(once.heapBytes()).isEqualTo(30 * MB);
    }

    @Test
    void aPageThatOneViewHasCountsOnce() {
        // 6 of all pages are in one view, 3 in all three: 6 + 3 pages, by 6 + 9 mappings of pages.
        CountedOnce once = of(
                mapping(VIEWS[0], 30 * MB, HEAP, 9 * MB, 7 * MB, "00:01 7", 0),
                mapping(VIEWS[1], 30 * MB, HEAP, 3 * MB, MB, "00:01 7", 0),
                mapping(VIEWS[2], 30 * MB, HEAP, 3 * MB, MB, "00:01 7", 0));

        assertThat(resident(once)).isEqualTo(9 * MB);
        assertThat(once.againBytes()).isEqualTo(6 * MB);
    }

    @Test
    void withoutProportionalSizesThePlacesInTheFileDecide() {
        CountedOnce once = of(
                mapping(VIEWS[0], 30 * MB, HEAP, 30 * MB, -1, "00:01 7", 0),
                mapping(VIEWS[1], 20 * MB, HEAP, 20 * MB, -1, "00:01 7", 0),
                mapping(VIEWS[1] + (100 * MB), 10 * MB, HEAP, 10 * MB, -1, "00:01 7", 30 * MB));

        assertThat(resident(once)).isEqualTo(40 * MB);
        assertThat(once.againBytes()).isEqualTo(20 * MB);
    }

    @Test
    void theCopyOfTheJvmHasTheViewsInTheAddresses() {
        SystemMap map = new SystemMap(List.of(
                system(VIEWS[0] + 2 * MB, 30 * MB, HEAP, 30 * MB),
                system(VIEWS[1] + 2 * MB, 30 * MB, HEAP, 30 * MB),
                system(VIEWS[2] + 2 * MB, 30 * MB, HEAP, 30 * MB),
                system(0x7f00_0000_0000L, 30 * MB, "-", 5 * MB)));

        assertThat(resident(CountedOnce.of(map))).isEqualTo(35 * MB);
    }

    @Test
    void partsOfAFileAreNotTheSamePages() {
        CountedOnce once = of(
                mapping(MB, MB, "/data/index", MB, 0, "fe:00 9", 0),
                mapping(5 * MB, MB, "/data/index", MB, 0, "fe:00 9", MB),
                mapping(9 * MB, MB, "/data/other", MB, 0, "fe:00 8", 0));

        // Other processes map it too, so its proportional sizes are small; it is resident here all the same.
        assertThat(resident(once)).isEqualTo(3 * MB);
        assertThat(once.againBytes()).isZero();
    }

    @Test
    void whatIsWrittenIntoAPrivateMappingIsNotTheFile() {
        Mapping data = new Mapping(9 * MB, 10 * MB, "rw-p", "/lib/x.so", MB, MB, 0, 0, MB, "fe:00 9", 0);
        CountedOnce once = of(data, new Mapping(MB, 2 * MB, "r-xp", "/lib/x.so", MB, 0, 0, 0, MB, "fe:00 9", 0));

        assertThat(once.againBytes()).isZero();
        assertThat(resident(once)).isEqualTo(2 * MB);
    }

    private static CountedOnce of(Mapping... mappings) {
        return CountedOnce.of(new Smaps(List.of(mappings)));
    }

    private static long resident(CountedOnce once) {
        return once.mappings().stream().mapToLong(Mapping::residentBytes).sum();
    }

    private static Mapping mapping(
            long from, long size, String name, long resident, long proportional, String file, long offset) {
        String protection = name.isEmpty() ? "rw-p" : "rw-s";
        return new Mapping(from, from + size, protection, name, resident, 0, 0, 0, proportional, file, offset);
    }

    private static SystemMap.Mapping system(long from, long size, String file, long resident) {
        return new SystemMap.Mapping(
                from, from + size, size, resident, file.equals("-") ? "rw-p" : "rw-s", "JAVAHEAP", file);
    }
}
