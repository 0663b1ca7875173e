/**
 * Loomweight's own reader of recordings, which reads only what is asked for. How bytes become events:
 *
 * <pre>
 * file
 *  | chunks, several at a time                            ChunkReader, Workers; ChunkFollower while a JVM writes
 *  v
 * bytes of a chunk                                        ChunkWindows, ChunkInput (a cursor: integers, seek, bounds)
 *  |
 *  |-- metadata: which types there are, and their fields  MetadataCache -> MetadataParser -> MetadataParser.Check
 *  |     = Metadata of ClassDef and its Field                (Metadata.Warnings: readable, but suspicious)
 *  |     = Layout: the order of a type's fields; Skip: how to skip a value without decoding it
 *  |
 *  |-- checkpoints: where the constants are               Checkpoints -> Pools (type and number -> position)
 *  |     = Constants: decoded when an event refers to them  Stacks -> StackTable, Texts.Cache, ByteKeys
 *  |
 *  `-- events: the walk                                   ChunkPass
 *        counted or unwanted: only size and type          WantedTypes; ChunkInput counts every type on its way
 *        on request: counted, and walked over again       EventSink.requests, when all else of the chunk is known
 *        read: EventCursor                                Fields (positions), Values (any field), Clock (ticks)
 *         v
 *        EventSink
 * </pre>
 *
 * <p>Four rules hold everywhere:
 * <ul>
 *   <li>Nothing is known about a type or field beyond the metadata, so JDKs may add, drop and reorder fields.
 *   <li>Reading past an end throws {@link java.lang.IndexOutOfBoundsException}, and so does any contradiction; the chunk,
 *       checkpoint or event at hand is then counted as damaged ({@code DamageCounts}, gaps) and the walk continues.
 *   <li>Nothing is allocated by a length that the file claims before that many bytes are known to be there, and no byte
 *       is read an unbounded number of times.
 *   <li>Objects are reused: an event is valid during the call that passes it on. Equal stacks and names are one object.
 * </ul>
 *
 * <p>{@code LongTable.OfObjects}, {@code LongTable} and {@code ByteKeys} are hash tables without an object per key.
 */
@NullMarked
package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.NullMarked;
