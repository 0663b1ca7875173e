package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.terminal.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewStateTest {

    private static final LiveFigures BUSY = Moments.busy();

    @Test
    void eachOrderHasAnotherSiteFirst() {
        ViewState state = ViewState.START;

        assertThat(first(state)).startsWith("com.acme.shop.checkout");
        state = state.after(Key.SORT, BUSY);
        assertThat(first(state)).isEqualTo("com.acme.shop.Dao.load");
        assertThat(state.order()).isEqualTo(ViewState.Order.COUNT);
        state = state.after(Key.SORT, BUSY);
        assertThat(state.order()).isEqualTo(ViewState.Order.LONGEST);
        assertThat(first(state)).isEqualTo("com.acme.shop.Dao.load");
        assertThat(state.after(Key.SORT, BUSY)).isEqualTo(ViewState.START);
    }

    @Test
    void whoWaitsForWhomIsAPageThatScrolls() {
        ViewState page = ViewState.START.after(Key.DOWN, BUSY).after(Key.WAITS, BUSY);

        assertThat(page.page()).isEqualTo(ViewState.Page.HANG);
        assertThat(page.after(Key.PAGE_DOWN, BUSY).scroll()).isEqualTo(10);
        assertThat(page.after(Key.ESCAPE, BUSY)).isEqualTo(ViewState.START.after(Key.DOWN, BUSY));
        assertThat(page.after(Key.WEIGH, BUSY).page()).isEqualTo(ViewState.Page.WEIGHT);
        assertThat(ViewState.START.after(Key.HELP, BUSY).after(Key.WAITS, BUSY).page())
                .isEqualTo(ViewState.Page.HANG);
    }

    @Test
    void theSelectionStaysWithItsSiteWhenTheOrderChanges() {
        ViewState second = ViewState.START.after(Key.DOWN, BUSY);
        ViewState sorted = second.after(Key.SORT, BUSY);

        assertThat(selected(second)).isEqualTo("com.acme.shop.Dao.load");
        assertThat(selected(sorted)).isEqualTo("com.acme.shop.Dao.load");
        assertThat(sorted.position(sorted.sites(BUSY))).isZero();
    }

    @Test
    void theSelectionStopsAtBothEnds() {
        assertThat(ViewState.START.after(Key.UP, BUSY).position(BUSY.pins().sites()))
                .isZero();
        assertThat(ViewState.START
                        .after(Key.PAGE_DOWN, BUSY)
                        .position(BUSY.pins().sites()))
                .isEqualTo(2);
    }

    @Test
    void aSiteIsOpenedScrolledAndLeft() {
        ViewState opened = ViewState.START.after(Key.DOWN, BUSY).after(Key.ENTER, BUSY);

        assertThat(opened.page()).isEqualTo(ViewState.Page.SITE);
        assertThat(opened.selected()).isEqualTo("com.acme.shop.Dao.load");
        assertThat(opened.after(Key.DOWN, BUSY).scroll()).isEqualTo(1);
        assertThat(opened.after(Key.UP, BUSY).scroll()).isZero();
        assertThat(opened.after(Key.ESCAPE, BUSY).page()).isEqualTo(ViewState.Page.OVERVIEW);
        assertThat(ViewState.START.after(Key.ENTER, Moments.bare())).isEqualTo(ViewState.START);
    }

    @Test
    void pauseAndHelpGoOnAndOff() {
        assertThat(ViewState.START.after(Key.PAUSE, BUSY).paused()).isTrue();
        assertThat(ViewState.START.after(Key.PAUSE, BUSY).after(Key.PAUSE, BUSY))
                .isEqualTo(ViewState.START);
        assertThat(ViewState.START.after(Key.HELP, BUSY).page()).isEqualTo(ViewState.Page.HELP);
        assertThat(ViewState.START.after(Key.HELP, BUSY).after(Key.HELP, BUSY)).isEqualTo(ViewState.START);
    }

    private static String first(ViewState state) {
        return state.sites(BUSY).getFirst().name();
    }

    private static String selected(ViewState state) {
        List<LiveSite> sites = state.sites(BUSY);
        return sites.get(state.position(sites)).name();
    }
}
