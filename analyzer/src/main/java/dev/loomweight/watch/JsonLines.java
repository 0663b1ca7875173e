package dev.loomweight.watch;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.loomweight.amount.Quantity;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pins.pinning.live.LiveSite;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Live figures as one line of JSON, described in {@code docs/watch.md}: units in the keys, null for unknown figures. */
final class JsonLines {

    /** The version of the keys; raised when one is renamed or removed. */
    static final int SCHEMA_VERSION = 1;

    private static final int MAX_SITES = 20;

    private JsonLines() {}

    /**
     * The line, without a line end.
     *
     * @param stopped why the target does not answer, or null where it does
     */
    static String of(LiveFigures moment, @Nullable String stopped) {
        JsonObject json = new JsonObject();
        json.addProperty("schemaVersion", SCHEMA_VERSION);
        json.addProperty("time", moment.time().toString());
        json.addProperty("windowNanos", moment.windowNanos());
        json.addProperty("stopped", stopped);
        write(moment.carriers(), json);
        write(moment.held(), json);
        write(moment.delays(), json);
        write(moment.pins(), json);
        write(moment.threads(), json);
        write(moment.memory(), json);
        write(moment.growth(), json);
        json.addProperty("lostBytes", moment.lostBytes());
        return json.toString();
    }

    private static void write(LiveFigures.Carriers carriers, JsonObject json) {
        known(json, "carriers", carriers.parallelism());
        known(json, "carriersMounted", carriers.active());
        known(json, "threadsQueued", carriers.queued());
        json.addProperty("carriersPinned", rounded(carriers.pinned()));
        json.addProperty("carriersPinnedMost", rounded(carriers.mostPinned()));
        json.addProperty("starvedNanos", carriers.starvedNanos());
        json.addProperty("starvedTotalNanos", carriers.starvedTotalNanos());
        json.addProperty("starvedAtMostNanos", carriers.mostStarvedNanos());
        json.addProperty("starvedTotalAtMostNanos", carriers.mostStarvedTotalNanos());
    }

    private static void write(LiveFigures.Held held, JsonObject json) {
        boolean known = held.seen() != LiveFigures.UNKNOWN;
        known(json, "carriersSeen", held.seen());
        known(json, "carriersHeld", known ? held.carriers() : LiveFigures.UNKNOWN);
        json.addProperty("allCarriersHeld", known ? held.all() : null);
        known(json, "carriersHeldNanos", known ? held.mostNanos() : LiveFigures.UNKNOWN);
        known(json, "threadsWaiting", held.waiting());
        json.add("heldSites", objects(held.sites(), (site, of) -> {
            of.addProperty("frame", orNull(site.own()));
            of.addProperty("blockedIn", orNull(site.blocker()));
            of.addProperty("heldBy", orNull(site.cause()));
            of.addProperty("carriers", site.carriers());
            JsonArray threads = new JsonArray();
            site.threads().forEach(threads::add);
            of.add("threads", threads);
        }));
        json.addProperty("hangCommand", orNull(held.command()));
        json.addProperty("hangFound", orNull(held.verdict()));
    }

    private static void write(LiveFigures.Delays delays, JsonObject json) {
        known(json, "schedulerDelayP50Nanos", delays.p50Nanos());
        known(json, "schedulerDelayP99Nanos", delays.p99Nanos());
        known(json, "schedulerDelayMostNanos", delays.maxNanos());
        known(json, "schedulerDelayOpenNanos", delays.openNanos());
        known(json, "schedulerDelayAlarmsTotal", delays.alarms());
    }

    private static void write(LiveFigures.Pins pins, JsonObject json) {
        json.addProperty("pinsPerSecond", rounded(pins.perSecond()));
        json.addProperty("pinsTotal", pins.total());
        json.addProperty("sitesTotal", pins.sites().size());
        List<LiveSite> first =
                pins.sites().subList(0, Math.min(MAX_SITES, pins.sites().size()));
        json.add("sites", objects(first, (site, of) -> {
            of.addProperty("site", site.name());
            of.addProperty("cause", site.cause().id());
            of.addProperty("holder", orNull(site.holder()));
            of.addProperty("lock", orNull(site.lock()));
            of.addProperty("blocker", orNull(site.blocker()));
            of.addProperty("pins", site.sum().count());
            of.addProperty("pinnedNanos", site.sum().nanos());
            of.addProperty("longestNanos", site.sum().maxNanos());
        }));
    }

    private static void write(LiveFigures.Threads threads, JsonObject json) {
        double started = threads.startedPerSecond();
        json.addProperty("virtualThreadsStartedPerSecond", started < 0 ? null : rounded(started));
        known(json, "virtualThreadsStartedTotal", threads.started());
        known(json, "virtualThreadsEndedTotal", threads.ended());
        known(json, "virtualThreadsAlive", threads.alive());
        json.addProperty("submitFailuresTotal", threads.refused());
        known(json, "platformThreads", threads.platform());
    }

    private static void write(LiveMemory.Figures memory, JsonObject json) {
        known(json, "residentBytes", memory.residentBytes());
        known(json, "limitBytes", memory.limitBytes());
        known(json, "usedOfLimitBytes", memory.usedBytes());
        known(json, "stackReservedBytes", memory.stacks().reservedBytes());
        known(json, "stackCommittedBytes", memory.stacks().committedBytes());
        json.addProperty("nmt", memory.tracking().name().toLowerCase(Locale.ROOT));
        json.add("nmtCategories", objects(memory.categories(), (category, of) -> {
            of.addProperty("category", category.name());
            of.addProperty("reservedBytes", category.reservedBytes());
            of.addProperty("committedBytes", category.committedBytes());
        }));
    }

    private static void write(LiveGrowth.Figures growth, JsonObject json) {
        json.addProperty("growthWindowNanos", growth.window().toNanos());
        json.addProperty("growthNoiseBytes", growth.noiseBytes());
        json.add("grown", objects(growth.places(), (one, of) -> {
            of.addProperty("place", one.id());
            of.addProperty("growthBytes", one.bytes());
            whole(of, "growthPerMinuteBytes", one.perMinute());
            whole(of, "errorPerMinuteBytes", one.errorPerMinute());
            of.addProperty("course", one.trend().label());
        }));
    }

    private static <T> JsonArray objects(List<T> items, BiConsumer<T, JsonObject> members) {
        JsonArray objects = new JsonArray();
        for (T item : items) {
            JsonObject object = new JsonObject();
            members.accept(item, object);
            objects.add(object);
        }
        return objects;
    }

    private static void whole(JsonObject json, String key, OptionalDouble value) {
        json.addProperty(key, value.isEmpty() ? null : Math.round(value.getAsDouble()));
    }

    private static void known(JsonObject json, String key, Quantity value) {
        known(json, key, value.orElse(LiveFigures.UNKNOWN));
    }

    private static void known(JsonObject json, String key, long value) {
        json.addProperty(key, value == LiveFigures.UNKNOWN ? null : value);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(4));
    }
}
