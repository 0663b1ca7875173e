package dev.loomweight.input.recording;

import dev.loomweight.fuzz.Law;
import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Recordings of real JVMs of which one part was edited: the header, the metadata, the constant pools or the events. The
 * input says which recording and part, and then where and by what, edit after edit; so each input is a recording of which
 * almost everything makes sense.
 */
public final class EditedChunkFuzz {

    private static final int MAX_EDITS = 8;

    // The place in two bytes or three, how many bytes are replaced, and how many by.
    private static final int EDIT_HEAD = 5;

    private static final List<byte[]> BASES = bases();

    private EditedChunkFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < 2) {
            return;
        }
        byte[] edited = edited(input);
        Law.holdsForFile(edited, "edited.jfr", file -> {
            Recordings.Reading reading = Recordings.read(file);
            reading.coverage().notes().forEach(Law::oneLine);
        });
    }

    /** Each recording and part once, with an edit that changes nothing much. */
    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int base = 0; base < BASES.size(); base++) {
            for (int part = 0; part < Part.values().length; part++) {
                seeds.add(new byte[] {(byte) base, (byte) part, 0, 0, 7, 1, 1, 0});
            }
        }
        return seeds;
    }

    private enum Part {
        HEADER,
        METADATA,
        POOLS,
        EVENTS
    }

    /** The recording that an input stands for. */
    public static byte[] edited(byte[] input) {
        byte[] chunk = BASES.get((input[0] & 0xFF) % BASES.size()).clone();
        Part part = Part.values()[(input[1] & 0xFF) % Part.values().length];
        int at = 2;
        for (int i = 0; i < MAX_EDITS && at + EDIT_HEAD <= input.length; i++) {
            int place = (input[at] & 0xFF) << 16 | (input[at + 1] & 0xFF) << 8 | (input[at + 2] & 0xFF);
            int out = (input[at + 3] & 0xFF) % 16;
            int in = Math.min((input[at + 4] & 0xFF) % 64, input.length - at - EDIT_HEAD);
            at += EDIT_HEAD;
            int from = placeIn(chunk, part, place);
            if (from < 0) {
                break;
            }
            chunk = edit(chunk, from, Math.min(out, chunk.length - from), Arrays.copyOfRange(input, at, at + in));
            at += in;
        }
        return chunk;
    }

    // In the chunk as it was; edits of another length move what follows.
    private static int placeIn(byte[] chunk, Part part, int place) {
        try {
            ChunkBytes parsed = new ChunkBytes(chunk);
            return switch (part) {
                case HEADER -> place % ChunkBytes.HEADER;
                case METADATA -> within(parsed.event(parsed.metadataAt()), place);
                case POOLS -> {
                    List<EventBytes> pools = parsed.pools();
                    yield within(pools.get(place % pools.size()), place / pools.size());
                }
                case EVENTS -> ChunkBytes.HEADER + place % (chunk.length - ChunkBytes.HEADER);
            };
        } catch (RuntimeException e) {
            // An earlier edit has made the chunk one that cannot be taken apart.
            return chunk.length == 0 ? -1 : place % chunk.length;
        }
    }

    private static int within(EventBytes event, int place) {
        return event.at() + place % event.size();
    }

    private static byte[] edit(byte[] chunk, int from, int out, byte[] in) {
        ByteArrayOutputStream edited = new ByteArrayOutputStream();
        edited.write(chunk, 0, from);
        edited.writeBytes(in);
        edited.write(chunk, from + out, chunk.length - from - out);
        byte[] bytes = edited.toByteArray();
        int moved = in.length - out;
        if (moved != 0 && bytes.length >= ChunkBytes.HEADER) {
            ByteBuffer header = ByteBuffer.wrap(bytes);
            for (int field : new int[] {ChunkBytes.SIZE_AT, ChunkBytes.POOL_AT, ChunkBytes.METADATA_AT}) {
                long value = header.getLong(field);
                header.putLong(field, value > from || field == ChunkBytes.SIZE_AT ? value + moved : value);
            }
        }
        return bytes;
    }

    private static List<byte[]> bases() {
        try {
            List<byte[]> bases = new ArrayList<>();
            bases.add(MadeChunks.small());
            for (Path recording : List.of(Recordings.of(25, Scene.PINS), Recordings.of(21, Scene.MONITORS))) {
                bases.add(Files.readAllBytes(recording));
            }
            return bases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
