package dev.loomweight.input.recording.reader;

/**
 * A chunk, and how far its bytes can reach.
 *
 * @param header its header
 * @param limit where the next chunk begins, or the file ends, in bytes from the file's beginning: with a header that
 *     is right about a finished chunk, where the chunk ends
 */
public record RecordingChunk(ChunkHeader header, long limit) {

    /** Where it begins in its file, in bytes. */
    public long offset() {
        return header.offset();
    }

    /** The bytes that can belong to it. */
    public long length() {
        return limit - header.offset();
    }

    /** Whether it is all there, finished, and as long as its header says. */
    public boolean whole() {
        return header.finished() && header.plausible() && header.end() == limit;
    }

    /**
     * Why none of its events can be read, as the end of a sentence.
     *
     * @param otherwise why, where it is more than only begun
     */
    public String unreadable(String otherwise) {
        return header.onlyBegun()
                ? "the chunk there had only just begun, and what its events are is not yet written"
                : otherwise;
    }

    /** How many of its bytes are missing at the end of the file, or 0. */
    public long missingBytes() {
        return header.finished() ? Math.max(0, header.end() - limit) : 0;
    }
}
