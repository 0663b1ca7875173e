package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DiskGuardTest {

    private static final long MB = 1 << 20;

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
    void roomIsThereAgainWhenItStaysAndEachTimeLater() {
        long[] free = {0};
        DiskGuard guard = new DiskGuard(() -> free[0], 256 * MB);
        assertThat(guard.isNearlyFull()).isTrue();
        free[0] = 300 * MB;
        // More than must stay, and less than an eighth more and 16 MB.
        assertThat(looksUntilRoom(guard, 100)).isEqualTo(100);
        free[0] = 400 * MB;
        assertThat(looksUntilRoom(guard, 30)).isEqualTo(30);
        free[0] = 200 * MB;
        assertThat(guard.hasRoomAgain()).isFalse();
        free[0] = 400 * MB;
        assertThat(looksUntilRoom(guard, 1_000)).isEqualTo(39);
        assertThat(looksUntilRoom(guard, 1_000)).isEqualTo(79);
        for (int i = 0; i < 20; i++) {
            looksUntilRoom(guard, 100_000);
        }
        assertThat(looksUntilRoom(guard, 100_000)).isEqualTo(11_999);
    }

    /** How many looks found none, at most so many. */
    private static int looksUntilRoom(DiskGuard guard, int most) {
        int looks = 0;
        while (looks < most && !guard.hasRoomAgain()) {
            looks++;
        }
        return looks;
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
