package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JsonLinesTest {

    @Test
    void everyFigureIsThereRaw() {
        JsonObject line =
                JsonParser.parseString(JsonLines.of(Moments.busy(), null)).getAsJsonObject();

        assertThat(JsonLines.of(Moments.busy(), null)).doesNotContain("\n");
        assertThat(line.get("time").getAsString()).isEqualTo("2026-11-21T10:15:30.500Z");
        assertThat(line.get("carriers").getAsLong()).isEqualTo(8);
        assertThat(line.get("carriersPinned").getAsDouble()).isEqualTo(7.94);
        assertThat(line.get("starvedNanos").getAsLong()).isEqualTo(1_230_000_000);
        assertThat(line.get("pinsTotal").getAsLong()).isEqualTo(98_765);
        assertThat(line.get("virtualThreadsAlive").getAsLong()).isEqualTo(12_345);
        assertThat(line.get("limitBytes").getAsLong()).isEqualTo(512L << 20);
        JsonObject site = line.getAsJsonArray("sites").get(0).getAsJsonObject();
        assertThat(site.get("site").getAsString()).isEqualTo("com.acme.shop.checkout.internal.CartService.reserve");
        assertThat(site.get("cause").getAsString()).isEqualTo("synchronizedBlock");
        assertThat(site.get("lock").getAsString()).isEqualTo("CartService.LOCK");
        assertThat(site.get("pinnedNanos").getAsLong()).isEqualTo(9_000_000_000L);
        JsonObject heap = line.getAsJsonArray("nmtCategories").get(0).getAsJsonObject();
        assertThat(heap.get("category").getAsString()).isEqualTo("Java Heap");
        assertThat(heap.get("committedBytes").getAsLong()).isEqualTo(300L << 20);
    }

    @Test
    void whatNothingTellsIsNull() {
        JsonObject line =
                JsonParser.parseString(JsonLines.of(Moments.bare(), null)).getAsJsonObject();

        assertThat(line.get("nmt").getAsString()).isEqualTo("off");
        for (String key : new String[] {
            "carriers",
            "carriersMounted",
            "carriersHeld",
            "allCarriersHeld",
            "threadsQueued",
            "virtualThreadsAlive",
            "platformThreads",
            "residentBytes",
            "limitBytes",
            "stackReservedBytes",
            "stackCommittedBytes"
        }) {
            assertThat(line.get(key).isJsonNull()).as(key).isTrue();
        }
    }

    @Test
    void carriersThatAreHeldAreThereWithTheirFramesAndTheCommand() {
        JsonObject line =
                JsonParser.parseString(JsonLines.of(Moments.held(), null)).getAsJsonObject();

        assertThat(line.get("carriersHeld").getAsLong()).isEqualTo(2);
        assertThat(line.get("allCarriersHeld").getAsBoolean()).isTrue();
        assertThat(line.get("carriersHeldNanos").getAsLong()).isEqualTo(14_000_000_000L);
        assertThat(line.get("threadsWaiting").getAsLong()).isEqualTo(147);
        assertThat(line.get("hangCommand").getAsString()).isEqualTo("loomweight hang 4711");
        assertThat(line.get("hangFound").getAsString()).startsWith("Carriers exhausted");
        JsonObject site = line.getAsJsonArray("heldSites").get(0).getAsJsonObject();
        assertThat(site.get("frame").getAsString()).isEqualTo("com.acme.shop.Stock.load:17");
        assertThat(site.get("blockedIn").getAsString()).isEqualTo("java.util.concurrent.locks.LockSupport.park");
        assertThat(site.get("carriers").getAsLong()).isEqualTo(1);
        JsonObject busy =
                JsonParser.parseString(JsonLines.of(Moments.busy(), null)).getAsJsonObject();
        assertThat(busy.get("carriersHeld").getAsLong()).isZero();
        assertThat(busy.get("hangCommand").isJsonNull()).isTrue();
    }

    @Test
    void everyKeyIsDescribed() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "watch.md"));
        JsonObject line =
                JsonParser.parseString(JsonLines.of(Moments.busy(), null)).getAsJsonObject();

        assertThat(line.keySet()).allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
        assertThat(line.getAsJsonArray("sites").get(0).getAsJsonObject().keySet())
                .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
    }
}
