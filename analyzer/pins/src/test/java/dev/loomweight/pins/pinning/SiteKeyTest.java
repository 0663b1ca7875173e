package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The identity of a site, and its order. */
class SiteKeyTest {

    @Test
    void byNameThenHolderThenBlocker() {
        List<SiteKey> sorted = List.of(
                new SiteKey("(no stack)", "", ""),
                new SiteKey("a.A.a", "a.A.a", "a.A.z"),
                new SiteKey("a.A.a", "a.A.b", "a.A.c"),
                new SiteKey("a.A.a", "a.A.b", "a.A.d"),
                new SiteKey("a.A.b", "a.A.a", "a.A.a"));

        assertThat(sorted.reversed().stream().sorted()).containsExactlyElementsOf(sorted);
        assertThat(sorted).extracting(SiteKey::isInCode).containsExactly(false, true, true, true, true);
    }
}
