package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.io.StringReader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which people, articles and other VMs publish reports: what is read of each. */
class NmtFormsTest {

    /** Reserved and committed in KB, of the total and of each category. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Total:  reserved=5735KB,  committed=4105KB|total 5735 4105",
                "Total: reserved=4GB, committed=2.5GB  <-- all|total 4194304 2621440",
                "Total: reserved=3,4 GiB, committed=512,5 MiB|total 3565158 524800",
                "Total:  reserved=6M  +  committed=4M|total 6144 4096",
                "Total: reserved=5,735KB, committed=4,194,304|total 5735 4096",
                "- Class (reserved=3KB, committed=2KB)|total 3 2; Class 3 2",
                "Thread (reserved=3 KB, committed=2 KB)   # stacks|total 3 2; Thread 3 2",
                "-    GC    (reserved=3KB, committed=2KB)|total 3 2; GC 3 2",
                "- Java Heap:   reserved=3KB, committed=2KB  (as -Xmx)|total 3 2; Java Heap 3 2",
                "- Code (committed=2KB)|total 0 2; Code 0 2",
                "Total: reserved=9KB, committed=8KB~- Java Heap: 7KB|total 9 8; Java Heap 0 7",
                "- Other (reserved=3KB, committed=2KB)//direct|total 3 2; Other 3 2",
                "- Arena Chunk (reserved=18014398506332414KB, committed=18014398506332414KB)"
                        + "|total -3149570 -3149570; Arena Chunk -3149570 -3149570",
            })
    void isRead(String text, String figures) {
        assertThat(figures(text.replace('~', '\n'))).isEqualTo(figures);
    }

    @Test
    void aTableIsRead() {
        assertThat(figures("""
                        | Category | Reserved (KB) | Committed |
                        |----------|--------------:|-----------|
                        | Class    | 9             | 7 KB      |
                        | **Total**| 12            | 8 KB      |

                        What is | committed | is said above.
                        """)).isEqualTo("total 12 8; Class 9 7");
    }

    /** Substrate VM's NativeMemoryTracking prints the names of categories on lines of their own. */
    @Test
    void theReportOfANativeImageIsRead() {
        assertThat(figures("""
                        Native memory tracking

                        Total
                            (reserved=30KB, committed=20KB)
                            (malloc=8KB, count=3)
                            (peak malloc=9KB, count at peak=4)
                            (mmap: reserved=22KB, committed=12KB)
                            (mmap: peak reserved=22KB, peak committed=12KB)
                        Image Heap
                            (reserved=22KB, committed=12KB)
                            (malloc=0KB, count=0)
                            (peak malloc=0KB, count at peak=0)
                            (mmap: reserved=22KB, committed=12KB)
                            (mmap: peak reserved=22KB, peak committed=12KB)
                        JNI
                            (reserved=8KB, committed=8KB)
                            (malloc=8KB, count=3)
                        """)).isEqualTo("total 30 20; Image Heap 22 12; JNI 8 8");
    }

    @Test
    void callSitesAloneAreCategories() {
        assertThat(figures("""
                        [0x00007f2d98974bad] Unsafe_AllocateMemory0+0x8d
                        [0x00007f2d8812a4c1]
                                                     (malloc=26KB type=Other #50012)

                        [0x00007f6e3a5d1d6c] Arena::grow(unsigned long)+0x3c
                                                     (malloc=12KB type=Arena Chunk #3671)
                        """)).isEqualTo("total 38 38; Arena Chunk 12 12; Other 26 26");
        assertThat(figures("""
                        [0x00007f2d7c243000 - 0x00007f2d7c443000] reserved 2048KB for Class from
                            [0x00007f2d98974bad] ReservedSpace::initialize(unsigned long)+0x23d

                        \t[0x00007f2d7c283000 - 0x00007f2d7c443000] committed 1792KB from
                                    [0x00007f2d989745c4] VirtualSpace::expand_by(unsigned long, bool)+0x1a4
                        """)).isEqualTo("total 2048 1792; Class 2048 1792");
    }

    @Test
    void otherTextsAreNoReports() {
        for (String line : new String[] {
            "Metaspace        used 92K, committed 320K, reserved 1114112K",
            "Total size: 20.00 MB, committed=0 bytes (  0%)",
            "Heap: used=1.2GB, committed=1.5GB, max=1.5GB",
            "Non-class space:       64.00 MB reserved,     192.00 KB ( <1%) committed,  1 nodes.",
        }) {
            assertThat(TextFormat.NMT.isSign(line)).as(line).isFalse();
        }
    }

    private static String figures(String text) {
        assertThat(text.lines().map(String::strip)).as("sniffed").anyMatch(TextFormat.NMT::isSign);
        NmtReport report = (NmtReport) TextFormat.NMT
                .read(new LineCursor(new StringReader(text), "nmt.txt"))
                .samples()
                .getFirst();
        return report.categories().stream()
                .map(category -> "; " + category.name() + kilobytes(category))
                .collect(Collectors.joining(
                        "",
                        "total " + (report.total().reserved().bytes() >> 10) + " "
                                + (report.total().committed().bytes() >> 10),
                        ""));
    }

    private static String kilobytes(NmtCategory category) {
        return " " + (category.usage().reserved().bytes() >> 10) + " "
                + (category.usage().committed().bytes() >> 10);
    }
}
