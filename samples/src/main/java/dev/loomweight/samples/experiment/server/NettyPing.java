package dev.loomweight.samples.experiment.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Pong by Netty: the answer is written by the thread that reads the request. */
final class NettyPing {

    private NettyPing() {}

    static RunningServer start(int port) throws InterruptedException {
        ByteBuf pong = Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(Ping.ANSWER, NettyServer.ASCII));
        return NettyServer.start(port, (context, request) -> NettyServer.answer(context, pong.duplicate()));
    }
}
