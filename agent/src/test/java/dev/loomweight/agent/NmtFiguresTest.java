package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NmtFiguresTest {

    @Test
    void theCategoriesAndTheStacksOfASummaryAreRead() {
        NmtFigures figures = NmtFigures.parse("""
                Native Memory Tracking:

                Total: reserved=1461362117, committed=107790789
                       malloc: 33013189 #108263, peak=33013295 #108265
                       mmap:   reserved=1428348928, committed=74777600

                -                 Java Heap (reserved=67108864, committed=67108864)
                                            (mmap: reserved=67108864, committed=67108864, at peak)

                -                    Thread (reserved=21015321, committed=921369)
                                            (threads #20)
                                            (stack: reserved=20971520, committed=877568, peak=901120)
                                            (malloc=26769 tag=Thread #124) (peak=36193 #133)

                -    Shared class space (reserved=16777216, committed=14946304, readonly=0)
                                            (mmap: reserved=16777216, committed=14946304, at peak)
                """);

        assertThat(figures)
                .isEqualTo(new NmtFigures(
                        Map.of("Java Heap", 67108864L, "Thread", 21015321L, "Shared class space", 16777216L),
                        Map.of("Java Heap", 67108864L, "Thread", 921369L, "Shared class space", 14946304L),
                        20971520,
                        877568));
    }

    @Test
    void withoutNmtThereAreNone() {
        assertThat(NmtFigures.parse("Native memory tracking is not enabled")).isEqualTo(NmtFigures.NONE);
        assertThat(NmtFigures.parse("")).isEqualTo(NmtFigures.NONE);
    }
}
