package dev.loomweight.watch;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.terminal.Key;
import java.util.Comparator;
import java.util.List;

/**
 * What the user chose to see. Immutable: each key makes a new one.
 *
 * @param page the page
 * @param paused whether figures are frozen
 * @param order the order of sites
 * @param selected the key of the selected site; an empty string is the first
 * @param scroll the number of lines scrolled off the top
 */
record ViewState(Page page, boolean paused, Order order, String selected, int scroll) {

    /** The state at the start. */
    static final ViewState START = new ViewState(Page.OVERVIEW, false, Order.TIME, "", 0);

    /** The pages. */
    enum Page {
        /** All figures. */
        OVERVIEW,
        /** One site and its stack. */
        SITE,
        /** Whether the target hangs. */
        HANG,
        /** What its threads weigh. */
        WEIGHT,
        /** The keys. */
        HELP
    }

    /** The orders of sites. */
    enum Order {
        /** By pinned time. */
        TIME("pinned"),
        /** By number of pins. */
        COUNT("pins"),
        /** By longest pin. */
        LONGEST("longest");

        private final String column;

        Order(String column) {
            this.column = column;
        }

        private Comparator<LiveSite> comparator() {
            return switch (this) {
                case TIME -> Comparator.comparingLong(site -> -site.sum().nanos());
                case COUNT -> Comparator.comparingLong(site -> -site.sum().count());
                case LONGEST -> Comparator.comparingLong(site -> -site.sum().maxNanos());
            };
        }

        private Order next() {
            return switch (this) {
                case TIME -> COUNT;
                case COUNT -> LONGEST;
                case LONGEST -> TIME;
            };
        }

        /** The heading of its column. */
        String column() {
            return column;
        }
    }

    /** The sites in their order. */
    List<LiveSite> sites(LiveFigures moment) {
        return moment.pins().sites().stream().sorted(order.comparator()).toList();
    }

    /** The index of the selected site; 0 if it is no longer there. */
    int position(List<LiveSite> sites) {
        for (int i = 0; i < sites.size(); i++) {
            if (sites.get(i).key().equals(selected)) {
                return i;
            }
        }
        return 0;
    }

    /** The state after a key; other keys change nothing. */
    ViewState after(Key key, LiveFigures moment) {
        return switch (key) {
            case PAUSE, SPACE -> new ViewState(page, !paused, order, selected, scroll);
            case SORT -> new ViewState(page, paused, order.next(), selected, scroll);
            case HELP -> new ViewState(page == Page.HELP ? Page.OVERVIEW : Page.HELP, paused, order, selected, 0);
            case ESCAPE, LEFT -> new ViewState(Page.OVERVIEW, paused, order, selected, 0);
            case WAITS -> new ViewState(Page.HANG, paused, order, selected, 0);
            case WEIGH -> new ViewState(Page.WEIGHT, paused, order, selected, 0);
            case ENTER, RIGHT -> opened(moment);
            case UP -> moved(-1, moment);
            case DOWN -> moved(1, moment);
            case PAGE_UP -> moved(-10, moment);
            case PAGE_DOWN -> moved(10, moment);
            default -> this;
        };
    }

    private ViewState opened(LiveFigures moment) {
        List<LiveSite> sites = sites(moment);
        return page != Page.OVERVIEW || sites.isEmpty()
                ? this
                : new ViewState(
                        Page.SITE, paused, order, sites.get(position(sites)).key(), 0);
    }

    private ViewState moved(int by, LiveFigures moment) {
        if (page != Page.OVERVIEW) {
            return new ViewState(page, paused, order, selected, Math.max(0, scroll + by));
        }
        List<LiveSite> sites = sites(moment);
        if (sites.isEmpty()) {
            return this;
        }
        int to = Math.clamp(position(sites) + by, 0, sites.size() - 1);
        return new ViewState(page, paused, order, sites.get(to).key(), scroll);
    }
}
