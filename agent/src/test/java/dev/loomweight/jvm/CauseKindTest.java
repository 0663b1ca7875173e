package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds of cause, which others sort by these questions. */
class CauseKindTest {

    private static final Set<CauseKind> INITIALIZATION =
            EnumSet.of(CauseKind.CLASS_INITIALIZER, CauseKind.OTHER_CLASS_INITIALIZATION);
    private static final Set<CauseKind> LOADING = EnumSet.of(
            CauseKind.CLASS_LOADING, CauseKind.CLASS_LOADER_LOCK, CauseKind.CLASS_LINKING, CauseKind.CLASS_LOCK);

    private static Set<CauseKind> all(Predicate<CauseKind> which) {
        return Arrays.stream(CauseKind.values()).filter(which).collect(Collectors.toSet());
    }

    @Test
    void aFrameThatWaitsHoldsNothing() {
        assertThat(all(CauseKind::isWait))
                .containsExactlyInAnyOrder(
                        CauseKind.OBJECT_WAIT,
                        CauseKind.MONITOR_ENTER,
                        CauseKind.OTHER_CLASS_INITIALIZATION,
                        CauseKind.CLASS_LOADER_LOCK,
                        CauseKind.CLASS_LINKING,
                        CauseKind.CLASS_LOCK);
    }

    @Test
    void whatIsInitializedLoadedOrLinkedHappensOnce() {
        assertThat(all(CauseKind::isOfInitialization)).isEqualTo(INITIALIZATION);
        assertThat(all(CauseKind::isOfLoading)).isEqualTo(LOADING);
        Set<CauseKind> once = EnumSet.of(CauseKind.BOOTSTRAP_METHOD);
        once.addAll(INITIALIZATION);
        once.addAll(LOADING);
        assertThat(all(CauseKind::isOnce)).isEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MONITOR")
    void aKindIsFoundByItsId(CauseKind kind) {
        assertThat(CauseKind.ids()).containsOnlyOnce(kind.id());
        assertThat(CauseKind.of(kind.id())).isEqualTo(kind);
        assertThat(kind.id()).matches("[a-z][A-Za-z]*");
        assertThat(kind.words()).isNotBlank();
    }

    @Test
    void whatFramesAloneShowIsNotAskedFor() {
        assertThat(CauseKind.ids()).doesNotContain(CauseKind.MONITOR.id()).hasSize(CauseKind.values().length - 1);
        assertThatThrownBy(() -> CauseKind.of("monitor"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no cause monitor; there are synchronizedMethod, ");
    }

    @Test
    void monitorsPinUntil23AndWhatIsNativeOnAll() {
        assertThat(all(kind -> kind.releases().equals(Releases.UNTIL_23)))
                .containsExactlyInAnyOrder(
                        CauseKind.SYNCHRONIZED_METHOD,
                        CauseKind.SYNCHRONIZED_BLOCK,
                        CauseKind.LIBRARY_MONITOR,
                        CauseKind.MONITOR,
                        CauseKind.OBJECT_WAIT,
                        CauseKind.MONITOR_ENTER);
        assertThat(all(kind -> kind.releases().equals(Releases.ALL)))
                .containsExactlyInAnyOrder(
                        CauseKind.NATIVE_CALL,
                        CauseKind.UPCALL,
                        CauseKind.NATIVE_REFLECTION,
                        CauseKind.CLASS_INITIALIZER,
                        CauseKind.CLASS_LOADING,
                        CauseKind.BOOTSTRAP_METHOD);
    }
}
