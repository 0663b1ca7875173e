package dev.loomweight.samples.experiment.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * An HTTP server of Netty's own parts.
 *
 * @param loops its threads
 * @param channel where it listens
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails is told to exceptionCaught.
record NettyServer(EventLoopGroup loops, Channel channel) implements RunningServer {

    static final Charset ASCII = StandardCharsets.US_ASCII;

    private static final int BACKLOG = 1024;

    /**
     * Starts one with as many threads as Netty takes by itself.
     *
     * @param port where to listen, 0 for any port that is free
     * @param answer takes each request
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    static NettyServer start(int port, BiConsumer<ChannelHandlerContext, HttpRequest> answer)
            throws InterruptedException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
        Channel channel = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel made) {
                        made.pipeline().addLast(new HttpServerCodec(), new Requests(answer));
                    }
                })
                .bind(Ports.at(port))
                .sync()
                .channel();
        return new NettyServer(loops, channel);
    }

    /** Answers with a body, which is given away. */
    static void answer(ChannelHandlerContext context, ByteBuf body) {
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        context.writeAndFlush(response, context.voidPromise());
    }

    @Override
    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Requests of these experiments have no body: their head is all that matters. */
    private static final class Requests extends ChannelInboundHandlerAdapter {

        private final BiConsumer<ChannelHandlerContext, HttpRequest> answer;

        private Requests(BiConsumer<ChannelHandlerContext, HttpRequest> answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object part) {
            if (part instanceof HttpRequest request) {
                answer.accept(context, request);
            }
            ReferenceCountUtil.release(part);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // A client that went away.
            context.close();
        }
    }
}
