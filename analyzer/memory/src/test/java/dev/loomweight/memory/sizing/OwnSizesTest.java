package dev.loomweight.memory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.sizing.Proposal.Flag;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A size of the command's own that is larger than a proposed limit is lowered by a flag that is printed with the others. */
class OwnSizesTest {

    private static List<Flag> lowered(String own, String limits) {
        return OwnSizes.of(Arrays.asList(own.split(" ", -1)))
                .lowered(Arrays.stream(limits.split(" ", -1))
                        .map(text -> new Flag(text, ""))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "-Xms1g,                             -Xmx294m,                     -Xms294m",
        "-Xms1073741824,                     -Xmx294m,                     -Xms294m",
        "-XX:InitialHeapSize=314572800,      -Xmx294m,                     -Xms294m",
        "-XX:MinHeapSize=400m,               -Xmx294m,                     -Xms294m",
        "-Xms100m -XX:MinHeapSize=400m,      -Xmx294m,                     -Xms294m",
        "-Xms294m,                           -Xmx294m,                     ''",
        "-Xms1g -Xms64m,                     -Xmx294m,                     ''",
        "-XX:SoftMaxHeapSize=1g,             -Xmx294m,                     -XX:SoftMaxHeapSize=294m",
        "-XX:InitialCodeCacheSize=64m,       -XX:ReservedCodeCacheSize=48m, -XX:InitialCodeCacheSize=48m",
        "-XX:InitialCodeCacheSize=64m,       -Xmx294m,                     ''",
        "-Xmx1g -Xss1m -XX:+UseSerialGC,     -Xmx294m,                     ''",
        "-Xms,                               -Xmx294m,                     ''",
        "-Xms1g,                             -XX:+UseG1GC,                 ''",
        "-Xms1g -XX:SoftMaxHeapSize=1g,      -Xmx294m,                     -Xms294m -XX:SoftMaxHeapSize=294m",
    })
    void whatDoesNotGoWithALimitIsLowered(String own, String limits, String expected) {
        assertThat(lowered(own, limits).stream().map(Flag::text).collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @Test
    void theFormulaNamesWhatTheCommandSets() {
        assertThat(lowered("-XX:MinHeapSize=1073741824", "-Xmx294m"))
                .containsExactly(new Flag(
                        "-Xms294m",
                        "the command sets MinHeapSize to 1 GB; a JVM does not start where that is more than -Xmx"));
    }
}
