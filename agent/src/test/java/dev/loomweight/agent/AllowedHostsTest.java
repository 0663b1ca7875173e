package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names under which a page in a browser reaches this machine, and others. */
class AllowedHostsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LocalHost:9464", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:9464", "app.local:1"
            })
    void thisMachineAndTheConfiguredHostAreAnswered(String host) {
        assertThat(new AllowedHosts(true, "app.local").contains(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:9464",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "localhost:9464:1",
                "localhost@evil.example",
                "[::1].evil.example",
                "::1",
                "localhost:",
                "",
                " "
            })
    void othersAreNot(String host) {
        assertThat(new AllowedHosts(true, "127.0.0.1").contains(host)).isFalse();
        assertThat(new AllowedHosts(false, "0.0.0.0").contains(host)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"::2,[::2]:9", "[::2],[::2]", "FE80::1,[fe80::1]:9"})
    void anAddressOfTheNewKindStandsInBrackets(String configured, String host) {
        assertThat(new AllowedHosts(true, configured).contains(host)).isTrue();
    }

    @Test
    void noBrowserLeavesTheHostOut() {
        assertThat(new AllowedHosts(true, "localhost").contains(null)).isTrue();
    }
}
