package dev.loomweight.watch;

import com.google.gson.stream.JsonWriter;
import dev.loomweight.amount.Quantity;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pins.pinning.live.LiveSite;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Live figures as one line of JSON, described in {@code docs/watch.md}: units in the keys, null for unknown figures. */
final class JsonLines {

    /** The version of the keys; raised when one is renamed or removed. */
    static final int SCHEMA_VERSION = 1;

    private static final int MOST_SITES = 20;

    private JsonLines() {}

    /**
     * The line, without a line end.
     *
     * @param stopped why the target does not answer, or null where it does
     */
    static String of(LiveFigures moment, @Nullable String stopped) {
        StringWriter text = new StringWriter();
        try {
            JsonWriter json = new JsonWriter(text);
            json.beginObject();
            json.name("schemaVersion").value(SCHEMA_VERSION);
            json.name("time").value(moment.time().toString());
            json.name("windowNanos").value(moment.windowNanos());
            json.name("stopped").value(stopped);
            write(moment.carriers(), json);
            write(moment.held(), json);
            write(moment.delays(), json);
            write(moment.pins(), json);
            write(moment.threads(), json);
            write(moment.memory(), json);
            write(moment.growth(), json);
            json.name("lostBytes").value(moment.lostBytes());
            json.endObject();
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(LiveFigures.Carriers carriers, JsonWriter json) throws IOException {
        known(json, "carriers", carriers.parallelism());
        known(json, "carriersMounted", carriers.active());
        known(json, "threadsQueued", carriers.queued());
        json.name("carriersPinned").value(rounded(carriers.pinned()));
        json.name("carriersPinnedMost").value(rounded(carriers.mostPinned()));
        json.name("starvedNanos").value(carriers.starvedNanos());
        json.name("starvedTotalNanos").value(carriers.starvedTotalNanos());
        json.name("starvedAtMostNanos").value(carriers.mostStarvedNanos());
        json.name("starvedTotalAtMostNanos").value(carriers.mostStarvedTotalNanos());
    }

    private static void write(LiveFigures.Held held, JsonWriter json) throws IOException {
        boolean known = held.seen() != LiveFigures.UNKNOWN;
        known(json, "carriersSeen", held.seen());
        known(json, "carriersHeld", known ? held.carriers() : LiveFigures.UNKNOWN);
        json.name("allCarriersHeld");
        if (known) {
            json.value(held.all());
        } else {
            json.nullValue();
        }
        known(json, "carriersHeldNanos", known ? held.mostNanos() : LiveFigures.UNKNOWN);
        known(json, "threadsWaiting", held.waiting());
        json.name("heldSites").beginArray();
        for (HeldThreads.Site site : held.sites()) {
            json.beginObject();
            json.name("frame").value(orNull(site.own()));
            json.name("blockedIn").value(orNull(site.blocker()));
            json.name("heldBy").value(orNull(site.cause()));
            json.name("carriers").value(site.carriers());
            json.name("threads").beginArray();
            for (String thread : site.threads()) {
                json.value(thread);
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        json.name("hangCommand").value(orNull(held.command()));
        json.name("hangFound").value(orNull(held.verdict()));
    }

    private static void write(LiveFigures.Delays delays, JsonWriter json) throws IOException {
        known(json, "schedulerDelayP50Nanos", delays.p50Nanos());
        known(json, "schedulerDelayP99Nanos", delays.p99Nanos());
        known(json, "schedulerDelayMostNanos", delays.maxNanos());
        known(json, "schedulerDelayOpenNanos", delays.openNanos());
        known(json, "schedulerDelayAlarmsTotal", delays.alarms());
    }

    private static void write(LiveFigures.Pins pins, JsonWriter json) throws IOException {
        json.name("pinsPerSecond").value(rounded(pins.perSecond()));
        json.name("pinsTotal").value(pins.total());
        json.name("sitesTotal").value(pins.sites().size());
        json.name("sites").beginArray();
        for (LiveSite site :
                pins.sites().subList(0, Math.min(MOST_SITES, pins.sites().size()))) {
            json.beginObject();
            json.name("site").value(site.name());
            json.name("cause").value(site.causeId());
            json.name("holder").value(orNull(site.holder()));
            json.name("lock").value(orNull(site.lock()));
            json.name("blocker").value(orNull(site.blocker()));
            json.name("pins").value(site.sum().count());
            json.name("pinnedNanos").value(site.sum().nanos());
            json.name("longestNanos").value(site.sum().maxNanos());
            json.endObject();
        }
        json.endArray();
    }

    private static void write(LiveFigures.Threads threads, JsonWriter json) throws IOException {
        json.name("virtualThreadsStartedPerSecond");
        if (threads.startedPerSecond() < 0) {
            json.nullValue();
        } else {
            json.value(rounded(threads.startedPerSecond()));
        }
        known(json, "virtualThreadsStartedTotal", threads.started());
        known(json, "virtualThreadsEndedTotal", threads.ended());
        known(json, "virtualThreadsAlive", threads.alive());
        json.name("submitFailuresTotal").value(threads.refused());
        known(json, "platformThreads", threads.platform());
    }

    private static void write(LiveMemory.Figures memory, JsonWriter json) throws IOException {
        known(json, "residentBytes", memory.residentBytes());
        known(json, "limitBytes", memory.limitBytes());
        known(json, "usedOfLimitBytes", memory.usedBytes());
        known(json, "stackReservedBytes", memory.stacks().reservedBytes());
        known(json, "stackCommittedBytes", memory.stacks().committedBytes());
        json.name("nmt")
                .value(
                        switch (memory.tracking()) {
                            case ON -> "on";
                            case OFF -> "off";
                            case UNKNOWN -> "unknown";
                        });
        write(memory.categories(), json);
    }

    private static void write(List<LiveMemory.Category> categories, JsonWriter json) throws IOException {
        json.name("nmtCategories").beginArray();
        for (LiveMemory.Category category : categories) {
            json.beginObject();
            json.name("category").value(category.name());
            json.name("reservedBytes").value(category.reservedBytes());
            json.name("committedBytes").value(category.committedBytes());
            json.endObject();
        }
        json.endArray();
    }

    private static void write(LiveGrowth.Figures growth, JsonWriter json) throws IOException {
        json.name("growthWindowNanos").value(growth.window().toNanos());
        json.name("growthNoiseBytes").value(growth.noiseBytes());
        json.name("grown").beginArray();
        for (LiveGrowth.Growing one : growth.places()) {
            json.beginObject();
            json.name("place").value(one.id());
            json.name("growthBytes").value(one.bytes());
            whole(json, "growthPerMinuteBytes", one.perMinute());
            whole(json, "errorPerMinuteBytes", one.errorPerMinute());
            json.name("course").value(one.trend().label());
            json.endObject();
        }
        json.endArray();
    }

    private static void whole(JsonWriter json, String key, OptionalDouble value) throws IOException {
        json.name(key);
        if (value.isEmpty()) {
            json.nullValue();
        } else {
            json.value(Math.round(value.getAsDouble()));
        }
    }

    private static void known(JsonWriter json, String key, Quantity value) throws IOException {
        known(json, key, value.orElse(LiveFigures.UNKNOWN));
    }

    private static void known(JsonWriter json, String key, long value) throws IOException {
        json.name(key);
        if (value == LiveFigures.UNKNOWN) {
            json.nullValue();
        } else {
            json.value(value);
        }
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(4));
    }
}
