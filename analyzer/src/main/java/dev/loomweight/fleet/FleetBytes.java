package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fleet.GroupSums.Memory;
import dev.loomweight.fold.Sum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * {@link FleetSums} as bytes: the same sums are the same bytes, in whatever order they were merged. Each string is written
 * once; all is sorted, compressed and checked. Reading is bounded by what the bytes hold.
 */
public final class FleetBytes {

    /** The version of the form; one of another version is refused. */
    public static final int VERSION = 1;

    private static final int MAGIC = 0x4C_57_46_4C; // LWFL
    private static final int HEADER = 16;
    private static final int LONGEST_STRING = 1 << 16;

    // What a hostile file may unpack to at most, in bytes.
    private static final long MOST_UNPACKED = 1L << 30;

    private FleetBytes() {}

    /** The sums as bytes. */
    public static byte[] write(FleetSums sums) {
        Writer writer = new Writer();
        try {
            return writer.write(sums);
        } catch (IOException e) {
            // Nothing is written but into memory.
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sums from bytes.
     *
     * @param name what messages call them
     * @throws DataException if they are no sums, are damaged, or are of another version
     */
    public static FleetSums read(byte[] bytes, String name) {
        try {
            return new Reader(bytes, name).read();
        } catch (IOException | IllegalArgumentException e) {
            throw new DataException(name + " is damaged (" + e.getMessage() + "); fold the recordings again", e);
        }
    }

    private static final class Writer {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> strings = new ArrayList<>();
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(body);

        byte[] write(FleetSums sums) throws IOException {
            number(sums.groups().size());
            for (Map.Entry<Labels, GroupSums> entry : sums.groups().entrySet()) {
                Labels labels = entry.getKey();
                number(labels.values().size());
                for (Map.Entry<String, String> label : labels.values().entrySet()) {
                    string(label.getKey());
                    string(label.getValue());
                }
                group(entry.getValue());
            }
            byte[] content = body.toByteArray();
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream table = new DataOutputStream(head);
            number(table, strings.size());
            for (String string : strings) {
                byte[] utf = string.getBytes(StandardCharsets.UTF_8);
                number(table, utf.length);
                table.write(utf);
            }
            table.write(content);
            return packed(head.toByteArray());
        }

        private static byte[] packed(byte[] plain) throws IOException {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            CRC32 sum = new CRC32();
            sum.update(plain);
            DataOutputStream header = new DataOutputStream(packed);
            header.writeInt(MAGIC);
            header.writeInt(VERSION);
            header.writeInt(plain.length);
            header.writeInt((int) sum.getValue());
            Deflater deflater = new Deflater(Deflater.BEST_SPEED);
            try (DeflaterOutputStream deflated = new DeflaterOutputStream(packed, deflater)) {
                deflated.write(plain);
            } finally {
                deflater.end();
            }
            return packed.toByteArray();
        }

        private void group(GroupSums group) throws IOException {
            for (Counter counter : Counter.values()) {
                number(group.get(counter));
            }
            number(group.thresholdNanos());
            out.writeLong(group.firstNanos());
            out.writeLong(group.lastNanos());
            strings(group.jdks());
            strings(group.examples());
            number(group.sites().size());
            for (Map.Entry<SiteSums.Key, SiteSums> site : group.sites().entrySet()) {
                site(site.getKey(), site.getValue());
            }
            number(group.memory().size());
            for (Map.Entry<Memory, Distribution> kind : group.memory().entrySet()) {
                string(kind.getKey().category());
                string(kind.getKey().source());
                distribution(kind.getValue());
            }
            number(group.limits().size());
            for (Map.Entry<Long, Long> limit : group.limits().entrySet()) {
                number(limit.getKey());
                number(limit.getValue());
            }
            distribution(group.ofLimit());
            number(group.hours().size());
            for (Map.Entry<Long, Hour> hour : group.hours().entrySet()) {
                out.writeLong(hour.getKey());
                number(hour.getValue().recordedNanos());
                number(hour.getValue().pinnedNanos());
                number(hour.getValue().residentBytes());
                number(hour.getValue().ofLimitThousandths());
            }
        }

        private void site(SiteSums.Key key, SiteSums site) throws IOException {
            string(key.name());
            string(key.holder());
            string(key.blocker());
            number(site.sum().count());
            number(site.sum().nanos());
            number(site.sum().maxNanos());
            number(site.recordings());
            number(site.own() ? 1 : 0);
            strings(site.causeIds());
            strings(site.causes());
            string(site.solution());
        }

        private void distribution(Distribution distribution) throws IOException {
            number(distribution.buckets().size());
            for (Map.Entry<Integer, Long> bucket : distribution.buckets().entrySet()) {
                number(bucket.getKey());
                number(bucket.getValue());
            }
            number(distribution.max());
        }

        private void strings(Collection<String> all) throws IOException {
            number(all.size());
            for (String one : all) {
                string(one);
            }
        }

        // Numbered in the order of first use, which is that of the sorted content.
        private void string(String text) throws IOException {
            String bounded = text.length() <= LONGEST_STRING / 4 ? text : text.substring(0, LONGEST_STRING / 4);
            Integer known = numbers.get(bounded);
            if (known == null) {
                known = strings.size();
                numbers.put(bounded, known);
                strings.add(bounded);
            }
            number(known);
        }

        private void number(long value) throws IOException {
            number(out, value);
        }

        /** Seven bits a byte, the lowest first. */
        private static void number(DataOutputStream to, long value) throws IOException {
            long rest = value;
            while ((rest & ~0x7FL) != 0) {
                to.writeByte((int) ((rest & 0x7F) | 0x80));
                rest >>>= 7;
            }
            to.writeByte((int) rest);
        }
    }

    private static final class Reader {
        private final DataInputStream in;
        private final int length;
        private String[] strings = new String[0];

        Reader(byte[] bytes, String name) throws IOException {
            if (bytes.length < HEADER) {
                throw new EOFException("too short");
            }
            DataInputStream header = new DataInputStream(new ByteArrayInputStream(bytes));
            if (header.readInt() != MAGIC) {
                throw new DataException(name + " is not a fold of recordings");
            }
            int version = header.readInt();
            if (version != VERSION) {
                throw new DataException(name + " has version " + version + " of folds, and this Loomweight reads "
                        + VERSION + "; fold the recordings again");
            }
            length = header.readInt();
            int expected = header.readInt();
            if (length < 0 || length > MOST_UNPACKED) {
                throw new IOException("impossible length " + length);
            }
            byte[] plain;
            try (InputStream inflated =
                    new InflaterInputStream(new ByteArrayInputStream(bytes, HEADER, bytes.length - HEADER))) {
                plain = inflated.readNBytes(length);
                if (inflated.read() >= 0) {
                    throw new IOException("more than its length");
                }
            }
            CRC32 sum = new CRC32();
            sum.update(plain);
            if (plain.length != length || (int) sum.getValue() != expected) {
                throw new IOException("checksum");
            }
            in = new DataInputStream(new ByteArrayInputStream(plain));
        }

        FleetSums read() throws IOException {
            strings = new String[count()];
            for (int i = 0; i < strings.length; i++) {
                byte[] utf = in.readNBytes(bounded(number(), LONGEST_STRING));
                strings[i] = new String(utf, StandardCharsets.UTF_8);
            }
            FleetSums sums = new FleetSums();
            int groups = count();
            for (int i = 0; i < groups; i++) {
                TreeMap<String, String> labels = new TreeMap<>();
                for (int left = bounded(number(), Labels.MOST); left > 0; left--) {
                    labels.put(string(), string());
                }
                group(sums.group(new Labels(labels)));
            }
            if (in.read() >= 0) {
                throw new IOException("more than its content");
            }
            return sums;
        }

        private void group(GroupSums group) throws IOException {
            for (Counter counter : Counter.values()) {
                group.count(counter, number());
            }
            group.threshold(number());
            group.span(in.readLong(), in.readLong());
            group.jdks().addAll(strings());
            strings().forEach(group::example);
            for (int left = count(); left > 0; left--) {
                site(group);
            }
            for (int left = count(); left > 0; left--) {
                distribution(group.memory(new Memory(string(), string())));
            }
            for (int left = count(); left > 0; left--) {
                group.limit(number(), number());
            }
            distribution(group.ofLimit());
            for (int left = count(); left > 0; left--) {
                group.hour(in.readLong(), new Hour(number(), number(), number(), number()));
            }
        }

        private void site(GroupSums group) throws IOException {
            SiteSums site = group.site(new SiteSums.Key(string(), string(), string()));
            Sum sum = new Sum(number(), number(), number());
            site.add(sum, number(), number() != 0);
            SortedSet<String> ids = strings();
            site.addCauses(ids, strings());
            site.addSolution(string());
        }

        private void distribution(Distribution into) throws IOException {
            SortedMap<Integer, Long> buckets = new TreeMap<>();
            for (int left = count(); left > 0; left--) {
                buckets.put(bounded(number(), Integer.MAX_VALUE), number());
            }
            into.restore(buckets, number());
        }

        private SortedSet<String> strings() throws IOException {
            SortedSet<String> all = new TreeSet<>();
            for (int left = count(); left > 0; left--) {
                all.add(string());
            }
            return all;
        }

        private String string() throws IOException {
            return strings[bounded(number(), strings.length - 1)];
        }

        /** A number of things, each of which takes a byte at least. */
        private int count() throws IOException {
            return bounded(number(), in.available());
        }

        private static int bounded(long value, int most) throws IOException {
            if (value < 0 || value > most) {
                throw new UTFDataFormatException("impossible number " + value);
            }
            return (int) value;
        }

        private long number() throws IOException {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                int next = in.readUnsignedByte();
                value |= (long) (next & 0x7F) << shift;
                if (next < 0x80 && value >= 0) {
                    return value;
                }
            }
            throw new IOException("a number without an end");
        }
    }
}
