package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DiskGuardTest {

    @Test
    void aDiskIsNearlyFullWhenLessIsFreeThanMustStay() {
        assertThat(looks(100, List.of(1000L, 100L, 99L))).containsExactly(false, true, true);
        assertThat(looks(100, List.of(100L, 100L))).containsExactly(false, false);
    }

    @Test
    void aDiskThatFillsUpFastIsNearlyFullBefore() {
        // 1000 went since the last look; after eight more of these, nothing would be left.
        assertThat(looks(10, List.of(9000L, 8000L, 7000L))).containsExactly(false, false, true);
    }

    @Test
    void aDiskThatIsEmptiedIsNot() {
        assertThat(looks(10, List.of(100L, 9000L, 9000L))).containsExactly(false, false, false);
    }

    @Test
    void aFolderThatIsNotThereHasNoLimit() {
        assertThat(DiskGuard.freeBytes(Path.of("no", "such", "folder"))).isEqualTo(Long.MAX_VALUE);
    }

    private static List<Boolean> looks(long least, List<Long> free) {
        Iterator<Long> next = free.iterator();
        DiskGuard guard = new DiskGuard(next::next, least);
        return Stream.generate(guard::isNearlyFull).limit(free.size()).toList();
    }
}
